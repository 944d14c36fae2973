import { describeError } from '@hermes/core'
import type { StartingTurn, TurnAdmission } from '../../contracts/starting-turn.js'
import type { ConversationHost } from '../conversation-host.js'

const admitted: TurnAdmission = { end: () => undefined }

/** Asks whether a turn may start. Without an answer, it may. */
export async function admitTurn(
  { admitTurn: admit, services }: Pick<ConversationHost, 'admitTurn' | 'services'>,
  turn: StartingTurn,
): Promise<TurnAdmission> {
  try {
    return (await admit?.(turn)) ?? admitted
  } catch (error) {
    services.logger.log('error', 'A turn was not checked before it started.', {
      session: turn.id,
      error: describeError(error),
    })
    return admitted
  }
}
