/** What the keys of a screen do outside of it. */
export interface ScreenActions {
  submit(text: string): void
  /** Escape, or the first Ctrl+C. @returns whether there was something to interrupt. */
  interrupt(): boolean
  /** Ctrl+X. @param signal Aborted when the next key turns it into another command. */
  switchSession(signal: AbortSignal): void
  /** Ctrl+G, and Ctrl+X Ctrl+E. */
  editElsewhere(): void
  /** Ctrl+T. */
  showAgents(): void
  /** Ctrl+F. */
  showSearch(): void
  /** Ctrl+R. */
  recall(): void
  /** Ctrl+V, Alt+V. */
  pasteImage(): void
  /** Up on an empty line, while prompts are queued. */
  takeBack(): void
  /** Ctrl+Z. */
  suspend(): void
  /** The first Ctrl+C, if there was nothing to clear or interrupt. */
  tellHowToLeave(): void
  leave(): void
}
