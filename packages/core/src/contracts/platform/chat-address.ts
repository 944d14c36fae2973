/** A place on a chat network. */
export interface ChatAddress {
  readonly chatId: string
  readonly threadId?: string
  /** For networks with workspaces, whose chat ids are only unique within one. */
  readonly workspaceId?: string
}
