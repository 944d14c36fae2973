/** The settings of files. */
export interface FileLimits {
  readonly maxFileBytes: number
  /** All files of a key. */
  readonly maxTotalBytes: number
  /** How long a file is kept that no request names; 0: for ever. */
  readonly keepMs: number
}
