import { originsOfDescription } from '../../contracts/calls/tool-traits.js'
import { HermesError } from '../../contracts/errors/errors.js'
import { type MessageContent, textOf, type UserMessage } from '../../contracts/model/message.js'
import { createGuardrail } from '../../guardrail/create-guardrail.js'
import { hookLimitMs } from '../../hooks/contain-hook.js'
import { followAnswers } from '../../hooks/follow-answers.js'
import { createTurnHooks, type TurnHooks } from '../../hooks/turn-hooks.js'
import { deepFreeze } from '../../json/deep-freeze.js'
import { isRecord } from '../../json/is-record.js'
import { type OpenSession, openSession, reopenSession } from '../../session/open-session.js'
import { originOf } from '../../session/origin-of.js'
import { createReadOrigins, originsNote } from '../../session/read-origins.js'
import { joinMessages } from '../../transcript/merge-roles.js'
import { repairMessage } from '../../transcript/repair-message.js'
import { Turn } from '../state/turn.js'
import { addHookContext } from './add-hook-context.js'
import { joinEphemeral } from './join-ephemeral.js'
import { storeUnstored } from './store-unstored.js'
import { toRunContext } from './to-run-context.js'
import type { TurnRequest } from './turn-request.js'

/** Opens the session and stores the user's input. */
export async function beginTurn(request: TurnRequest, input: MessageContent): Promise<Turn> {
  const asked = toUserMessage(input)
  const { storeInputAs, settles, inputId, origins = [] } = request.options
  const kept = storeInputAs === undefined ? asked : toUserMessage(storeInputAs)
  request.control.signal.throwIfAborted()
  const opened = await openSession(request.wiring, request.sessionId, request.options)
  const session = await storeUnstored(request, opened)
  const turn = await startTurn(request, session)
  turn.origins.add(origins)
  const previous = turn.messages.at(-1)
  const stored = turn.store(kept, {
    ...(settles && { settles }),
    ...(inputId !== undefined && { platformMessageId: inputId }),
  })
  await Promise.all([session.created, stored])
  const newest = turn.messages.at(-1)
  if (newest?.role !== 'user') return turn
  // An unanswered earlier message has been merged into the newest one.
  if (kept !== asked) turn.overlays.set(newest, deepFreeze((previous && joinMessages(previous, asked)) ?? asked))
  await addHookContext(turn, { isNew: !session.resumed })
  return turn
}

/** Opens a session whose latest turn was cut short, exactly as it was stored. */
export async function reopenTurn(request: TurnRequest): Promise<{ turn: Turn; session: OpenSession }> {
  request.control.signal.throwIfAborted()
  const session = await storeUnstored(request, await reopenSession(request.wiring, request.sessionId))
  return { turn: await startTurn(request, session), session }
}

async function startTurn(request: TurnRequest, session: OpenSession): Promise<Turn> {
  const { wiring, control, sessionId, options } = request
  const origin = originOf(session.record, options)
  const hooks = createTurnHooks(wiring.hooks, {
    limitMs: hookLimitMs,
    signal: control.signal,
    origin,
    report(problem) {
      wiring.services.logger.log('warn', problem.message)
      request.emit({ type: 'notice', code: 'hook-failed', text: problem.message })
    },
  })
  const { tools } = wiring
  const guardrail = createGuardrail({ traitsOf: (name) => tools?.traitsOf?.(name), ...wiring.guardrail })
  const { taskId = sessionId, isVolatile = false } = options
  const ephemeral = joinEphemeral(wiring.ephemeral, options.ephemeral ?? {})
  const origins = createReadOrigins(originsNote.of(session.record), options.parent?.origins)
  origins.add(session.tools.flatMap(({ name }) => originsOfDescription(tools?.traitsOf?.(name) ?? {})))
  const context = toRunContext({ ...request, emit: followed(request, hooks) }, { hooks, origin, origins })
  context.emit({ type: 'turn-start', sessionId, model: wiring.model.id, resumed: session.resumed })
  if (!session.resumed) await hooks.on_session_start({ sessionId, source: session.record.source })
  return new Turn({ wiring, session, control, context, origins, hooks, guardrail, ephemeral, taskId, isVolatile })
}

/** Passes events to the plugins that listen to streams as well. */
function followed({ wiring, sessionId, emit }: TurnRequest, { stream }: TurnHooks): TurnRequest['emit'] {
  if (!stream) return emit
  const follow = followAnswers({ listeners: stream, sessionId, model: wiring.model.id })
  return (event) => {
    emit(event)
    follow(event)
  }
}

function toUserMessage(content: MessageContent): UserMessage {
  if (!isContent(content)) {
    throw new HermesError(
      'run/empty-input',
      `There is nothing to answer: the message is of type ${typeof content}, not a string or a list of parts.`,
    )
  }
  const message = repairMessage({ role: 'user', content })
  if (message?.role === 'user') return message
  throw new HermesError(
    'run/empty-input',
    `There is nothing to answer: the message is ${textOf(content) ? 'blank' : 'empty'}.`,
  )
}

/** Whether an input is content. Inputs also come from programs without types: a missing argument is `undefined`. */
function isContent(input: unknown): boolean {
  if (Array.isArray(input)) return input.every((part) => isRecord(part) && typeof part.type === 'string')
  return typeof input === 'string'
}
