/**
 * The files of a conversation that contain code it wrote that opens connections. Paths are absolute, without `.` and
 * `..`.
 */
export interface ConnectingFiles {
  has(path: string): boolean
  /** Called when a command whose text opens connections may write the file. */
  note(path: string): void
}
