/** The two directions of a connection, such as the standard streams of a process. */
export interface EditorStreams {
  readonly input: ReadableStream<Uint8Array>
  readonly output: WritableStream<Uint8Array>
}

/** A connection to an editor. Disposing it closes its sessions and interrupts their turns. */
export interface EditorConnection extends AsyncDisposable {
  /** Resolves when the editor has closed the connection. */
  readonly closed: Promise<void>
}
