import type { TransportErrorKind } from '@hermes/core'
import type { Hooks } from '@hermes/core/hooks'
import fc from 'fast-check'

/** One call of the model. `misspelt` names a missing tool, `broken` has invalid JSON as arguments. */
export type CallPlan = 'look' | 'set' | 'send' | 'fail' | 'hang' | 'deaf' | 'child' | 'misspelt' | 'broken'

/** The model's reply to one request. */
export type ReplyPlan =
  | { readonly kind: 'calls'; readonly calls: readonly CallPlan[]; readonly says: boolean }
  | { readonly kind: 'fails'; readonly error: TransportErrorKind }
  | { readonly kind: 'breaks'; readonly how: 'drop' | 'end' | 'error'; readonly after: number }
  | {
      readonly kind:
        | 'silence'
        | 'hang'
        | 'cut-text'
        | 'cut-call'
        | 'thinks-on'
        | 'stuck'
        | 'promise'
        | 'filtered'
        | 'markup'
    }

/** The user's action after this many events of the turn. 0: immediately. */
export interface ActionPlan {
  readonly after: number
  readonly what: 'interrupt' | 'redirect' | 'abort' | 'leave' | 'steer' | 'queue'
}

export interface TurnPlan {
  readonly replies: readonly ReplyPlan[]
  readonly actions: readonly ActionPlan[]
}

export type HookName = Exclude<
  keyof Hooks,
  'subagent_start' | 'subagent_stop' | 'pre_approval_request' | 'post_approval_response'
>

/** Everything that happens to one session, as plain data, so that a failing scenario can be read and repeated. */
export interface Scenario {
  readonly turns: readonly TurnPlan[]
  /** The duration of each delay in virtual milliseconds, cyclic. */
  readonly waits: readonly number[]
  readonly hooks: Readonly<Partial<Record<HookName, 'throws' | 'hangs' | 'slow' | 'well'>>>
  readonly compression: { readonly over: number; readonly how: 'works' | 'skips' | 'fails' } | null
  readonly maxIterations: number
  /** The failing writes: `times` of them, starting at this number. */
  readonly storeFault: { readonly at: number; readonly times: number } | null
  readonly retries: boolean
  /** Whether the next turn is requested while the previous one is still running. */
  readonly overlapping: boolean
}

const callPlan = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<CallPlan>('look', 'set', 'send') },
  { weight: 2, arbitrary: fc.constantFrom<CallPlan>('fail', 'misspelt', 'broken', 'child') },
  { weight: 1, arbitrary: fc.constantFrom<CallPlan>('hang', 'deaf') },
)

const callsPlan: fc.Arbitrary<ReplyPlan> = fc.record({
  kind: fc.constant('calls'),
  calls: fc.array(callPlan, { minLength: 1, maxLength: 5 }),
  says: fc.boolean(),
})

const troublePlan: fc.Arbitrary<ReplyPlan> = fc.oneof(
  fc.record({
    kind: fc.constant('fails'),
    error: fc.constantFrom<TransportErrorKind>(
      'auth',
      'billing',
      'rate-limit',
      'overloaded',
      'context-overflow',
      'model-not-found',
      'invalid-request',
      'network',
      'timeout',
      'protocol',
    ),
  }),
  fc.record({ kind: fc.constant('breaks'), how: fc.constantFrom('drop', 'end', 'error'), after: fc.nat(4) }),
  fc.record({
    kind: fc.constantFrom(
      'silence',
      'hang',
      'cut-text',
      'cut-call',
      'thinks-on',
      'stuck',
      'promise',
      'filtered',
      'markup',
    ),
  }),
)

const actionPlan: fc.Arbitrary<ActionPlan> = fc.record({
  after: fc.nat(40),
  what: fc.constantFrom('interrupt', 'redirect', 'abort', 'leave', 'steer', 'steer', 'queue', 'queue'),
})

const turnPlan: fc.Arbitrary<TurnPlan> = fc.record({
  replies: fc.array(fc.oneof({ weight: 3, arbitrary: callsPlan }, { weight: 1, arbitrary: troublePlan }), {
    maxLength: 6,
  }),
  actions: fc.array(actionPlan, { maxLength: 2 }),
})

const hookNames: readonly HookName[] = [
  'on_session_start',
  'on_session_end',
  'pre_llm_call',
  'post_llm_call',
  'transform_llm_output',
  'pre_api_request',
  'post_api_request',
  'api_request_error',
  'pre_compress',
  'pre_tool_call',
  'post_tool_call',
  'transform_tool_result',
]

const hooksPlan = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...hookNames), fc.constantFrom('throws', 'hangs', 'slow', 'well')), {
    selector: ([name]) => name,
    maxLength: 3,
  })
  .map((entries): Scenario['hooks'] => Object.fromEntries(entries))

const seldom = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { freq: 2 })

export const scenario: fc.Arbitrary<Scenario> = fc.record({
  turns: fc.array(turnPlan, { minLength: 1, maxLength: 3 }),
  waits: fc.array(fc.nat(6), { minLength: 1, maxLength: 12 }),
  hooks: hooksPlan,
  compression: seldom(
    fc.record({ over: fc.integer({ min: 2, max: 9 }), how: fc.constantFrom('works', 'works', 'skips', 'fails') }),
  ),
  maxIterations: fc.constantFrom(0, 1, 2, 3, 5, 90),
  storeFault: seldom(fc.record({ at: fc.integer({ min: 1, max: 25 }), times: fc.constantFrom(1, 1, 2, 1_000) })),
  retries: fc.boolean(),
  overlapping: fc.boolean(),
})
