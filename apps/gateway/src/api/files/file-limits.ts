/** The settings of files. */
export interface FileLimits {
  readonly maxFileBytes: number
  /** Maximum size of all files of a key, in bytes. */
  readonly maxTotalBytes: number
  /** How long a file is kept that no request names, in milliseconds. 0: forever. */
  readonly keepMs: number
}
