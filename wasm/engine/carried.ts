// The core's bytes where the module carries them within itself: in a single file, and in the module of
// notebooks, the bundler puts them here. Elsewhere they lie beside the module.
const carried: Uint8Array<ArrayBuffer> | null = null;
export default carried as Uint8Array<ArrayBuffer> | null;
