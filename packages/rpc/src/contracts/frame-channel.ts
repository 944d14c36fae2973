/** A connection that carries frames: texts of one JSON message each. */
export interface FrameChannel {
  /**
   * The frames of the other side, for one reader. Ends when the other side has closed.
   * @throws {RpcError} `too-large` for a frame above the limit of the channel.
   */
  readonly frames: AsyncIterable<string>
  /**
   * Sends a frame. Resolves when the other side can take another one.
   * @throws when the other side is gone.
   */
  send(frame: string): Promise<void>
  /** Ends the frames of both sides. */
  close(): void
}
