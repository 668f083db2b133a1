// An SVG of ours as pixels.

/** Above this many pixels a side, browsers give no canvas, or an empty one. */
export const largestSide = 8192;

export class PictureError extends Error {}

/** Fewer pixels than asked for where a side would have more than `largestSide`. */
export async function svgToPng(svg: string, pixelRatio: number): Promise<Blob> {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const [width, height] = ['width', 'height'].map((name) => Number(root.getAttribute(name)));
  if (!width || !height) throw new PictureError('the SVG has no width and height in pixels');
  if (!(pixelRatio > 0)) throw new PictureError(`a pixel ratio is above 0: ${pixelRatio}`);
  const ratio = Math.min(pixelRatio, largestSide / width, largestSide / height);
  const image = await loaded(svg);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const size = `${canvas.width} × ${canvas.height}`;
  const pen = canvas.getContext('2d');
  if (!pen) throw new PictureError(`this browser gives no canvas of ${size} pixels`);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (!blob) throw new PictureError(`this browser makes no PNG of ${size} pixels`);
  return blob;
}

/** A data URL: policies allow it where they forbid blob:, and there is nothing to revoke. */
function loaded(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  return new Promise((resolve, reject) => {
    image.onload = () => {
      resolve(image);
    };
    image.onerror = () => {
      reject(new PictureError('this browser, or the policy of this page, refuses the SVG'));
    };
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  });
}
