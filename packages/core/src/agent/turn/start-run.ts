import type { Run } from '../../contracts/agent/agent.js'
import type { AgentEvent } from '../../contracts/turn/event.js'
import { EventQueue } from '../../wait/event-queue.js'
import { joinAgentEvents } from './join-agent-events.js'
import { takeTurn } from './take-turn.js'
import type { TurnRequest } from './turn-request.js'

/** Starts a turn and returns its handle. */
export function startRun(request: Omit<TurnRequest, 'emit'>): Run {
  const { control } = request
  const events = new EventQueue<AgentEvent>(joinAgentEvents)
  const emit = (event: AgentEvent) => events.push(event)
  const result = takeTurn({ ...request, emit })
  void result.then(() => events.close())
  return {
    sessionId: request.sessionId,
    result,
    interrupt: (reason, options) => control.interrupt(reason, options?.keepPartial),
    steer: (text, options) => control.steer({ text, ...options }),
    withdrawSteer: (inputId) => control.withdrawSteer(inputId),
    [Symbol.asyncIterator]: () => events.read(() => control.interrupt("The reader of the run's events left early.")),
  }
}
