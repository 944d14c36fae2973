import type { LiveCommand } from '../shell/live-command.js'

/** An answer is over when nothing has come for so long, */
const quietMs = 150
/** and is waited for no longer than this after its beginning. */
const mostMs = 3_000

/** Waits until a command has said what it has to say for now, or has ended; for its first word no longer than `firstMs`. */
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
