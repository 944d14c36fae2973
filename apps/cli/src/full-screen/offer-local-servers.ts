import type { Translate } from '@hermes/safety/language'
import type { Note } from '@hermes/tui'
import { localServersHint } from '../chat/start/banner.js'
import { createStyle } from '../render/text/style.js'

/** Which model servers of this machine could be used. */
export async function offerLocalServers(t: Translate): Promise<readonly Note[]> {
  const { findLocalServers } = await import('@hermes/transports')
  // The screen has the colours.
  const hint = localServersHint(await findLocalServers(), createStyle(false, t))
  return hint === '' ? [] : [{ tone: 'info', text: hint.trimEnd() }]
}
