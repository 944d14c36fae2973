/** A connection that carries frames: texts of one JSON message each. */
export interface FrameChannel {
  /**
   * The frames of the other side, for one reader. Ends when the other side has closed.
   * @throws {RpcError} `too-large` for a frame above the limit of the channel.
   */
  readonly frames: AsyncIterable<string>
  /**
   * Sends a frame. Resolves when the other side can accept another one.
   * @throws when the other side is gone.
   */
  send(frame: string): Promise<void>
  /** Ends the frames of both sides. Frames that are being written reach the other side first. */
  close(): void
  /** Ends the connection at once, because the other side is gone or does not read. Frames that are being written may be lost. */
  abort(): void
}
