import type { FrontEnd } from '../front-end/front-end.js'
import { localServersHint } from './banner.js'

/** Looks for model servers on this machine while the user can already type, and shows which ones could be used. */
export async function offerLocalServers(
  { dock, style }: Pick<FrontEnd, 'dock' | 'style'>,
  onError: (error: unknown) => void,
): Promise<void> {
  try {
    const { findLocalServers } = await import('@hermes/transports')
    const hint = localServersHint(await findLocalServers(), style)
    if (hint !== '') dock.writeLines(hint)
  } catch (error) {
    // A failed search must not disturb the chat.
    onError(error)
  }
}
