import type { LiveCommand } from '../shell/live-command.js'

/** Output is complete after this much silence. */
const quietMs = 150
/** Output counts as complete this long after `firstMs`, even without silence. */
const mostMs = 3_000

/**
 * Waits until the current output of a command is complete or the command has ended. Waits for the first output at most
 * `firstMs`.
 */
export async function untilQuiet(live: LiveCommand, firstMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, firstMs)
  const end = setTimeout(resolve, firstMs + mostMs)
  let quiet: NodeJS.Timeout | undefined
  const stopListening = live.listen(() => {
    clearTimeout(timer)
    quiet ??= setTimeout(resolve, quietMs)
    quiet.refresh()
  })
  void live.ended.then(() => resolve())
  await promise
  stopListening()
  for (const each of [timer, end, quiet]) clearTimeout(each)
}
