const kibibyte = 2 ** 10
const mebibyte = 2 ** 20

/** Formats a size, such as `312 KiB` or `50.1 MiB`. It is rounded up, so that a file above a limit does not seem to be within it. */
export function formatSize(bytes: number): string {
  if (bytes < mebibyte) return `${Math.ceil(bytes / kibibyte)} KiB`
  return `${Math.ceil((bytes * 10) / mebibyte) / 10} MiB`
}
