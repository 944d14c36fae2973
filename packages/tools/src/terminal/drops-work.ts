/** Git commands that discard uncommitted changes, at least with some of their options. */
const discarding = /\b(?:reset|restore|checkout|checkout-index|clean|switch|stash|rm|read-tree|worktree)\b/

/** Returns whether a command may discard uncommitted work. Matching words is enough, because an extra checkpoint does no harm. */
export function dropsWork(command: string): boolean {
  return /\bgit\b/.test(command) && discarding.test(command)
}
