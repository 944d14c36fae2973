/** Commands of git that discard changes which are not committed, with some of their options. */
const discarding = /\b(?:reset|restore|checkout|checkout-index|clean|switch|stash|rm|read-tree|worktree)\b/

/** Returns true when a command may discard uncommitted work. A checkpoint too many does no harm, so a look at the words is enough. */
export function dropsWork(command: string): boolean {
  return /\bgit\b/.test(command) && discarding.test(command)
}
