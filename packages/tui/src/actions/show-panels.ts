import { watchAgents } from '../agents/watch-agents.js'
import { SearchPanel } from '../search/search-panel.js'
import type { Stage } from './stage.js'

/** Shows the sub-agents of the session in place of the input. */
export async function showAgents({ session, screen, options }: Stage): Promise<void> {
  if (!session.isOpen) return
  await watchAgents({ session: session.shown, call: session.call, screen, look: options.look })
}

/** Searches what the session shows. */
export async function showSearch({ session, screen, options }: Stage, text: string): Promise<void> {
  if (!session.isOpen) return
  const { shown } = session
  const open = (close: (nothing: undefined) => void) =>
    new SearchPanel({
      look: options.look,
      rows: () => screen.rows,
      blocks: () => shown.view.blocks,
      text,
      close: () => close(undefined),
    })
  await screen.ask<void>(open, { sessionId: shown.id, givesWay: true })
}
