import type { Translate } from '@hermes/safety/language'
import type { Note } from '@hermes/tui'
import { localServersHint } from '../chat/start/banner.js'
import { createStyle } from '../render/text/style.js'

/** Looks for model servers on this machine, and returns a note on how to use them. */
export async function offerLocalServers(t: Translate): Promise<readonly Note[]> {
  const { findLocalServers } = await import('@hermes/transports')
  // The screen itself applies the colors.
  const hint = localServersHint(await findLocalServers(), createStyle(false, t))
  return hint === '' ? [] : [{ tone: 'info', text: hint.trimEnd() }]
}
