// Whether this host runs the builds: it validates modules of one function each, as bytes.

const header = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const type = [0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b]; // one type: () -> v128
const declaration = [0x03, 0x02, 0x01, 0x00]; // one function, of that type
const splat = [0x41, 0x00, 0xfd, 0x0f]; // i32.const 0, i8x16.splat
const relaxedMultiplyAdd = [0xfd, 0x85, 0x02]; // f32x4.relaxed_madd of three

function validates(instructions: readonly number[]): boolean {
  const body = [0x00, ...instructions, 0x0b]; // no locals, …, end
  const code = [0x0a, body.length + 2, 0x01, body.length, ...body];
  return (
    typeof WebAssembly === 'object' &&
    WebAssembly.validate(new Uint8Array([...header, ...type, ...declaration, ...code]))
  );
}

export function hasSimd(): boolean {
  return validates(splat);
}

export function hasRelaxedSimd(): boolean {
  return validates([...splat, ...splat, ...splat, ...relaxedMultiplyAdd]);
}
