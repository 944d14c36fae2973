import { createSessionGrants, type SessionGrants } from '@hermes/approval'
import type { Approve, Choice, Logger, RunContext, ToolGate } from '@hermes/core'
import type { CommandOwner } from '@hermes/core/environment'
import type { Admission, EgressTarget, NetworkAccess, SandboxNetwork } from '@hermes/environments/sandbox'
import { createBoundedMap } from '@hermes/safety'
import type { Config } from '../../schema/config-schema.js'
import { connectionReason } from './connection-reason.js'
import { isListed } from './listed-hosts.js'
import { createSharedQuestions } from './shared-questions.js'
import { webPolicy } from './web-policy.js'

type NetworkMode = NonNullable<Choice['network']>

/** The network of sandboxed commands. It depends on the config, the choice of the conversation, and the answers of people. */
export interface CommandNetwork extends SandboxNetwork {
  /** Applies new settings. */
  use(config: Config): void
  /** Applies the choice of an agent to the conversations whose calls pass its gate. `undefined` means the configured mode. */
  watch(gate: ToolGate, mode: NetworkMode | undefined): ToolGate
}

export interface CommandNetworkOptions {
  readonly config: Config
  /** Whether a person watches what commands do. */
  readonly isAttended: boolean
  /** Asks a person. Default: there is no one to ask. */
  readonly approve?: Approve
  /** The hosts that were allowed for the rest of a conversation. Default: those of this process. */
  readonly grants?: SessionGrants
  readonly logger: Logger
}

const accesses = { on: 'shared', list: 'proxied', off: 'none' } as const satisfies Record<NetworkMode, NetworkAccess>

const unanswered = {
  unattended: 'it is not in the list, and there is no one to ask',
  'too-late': 'it is not in the list, and the person who was asked did not answer in time',
  withdrawn: 'it is not in the list, and the question was withdrawn',
} as const

const denyAll: Approve = async () => ({ decision: 'deny', unanswered: 'unattended' })

export function createCommandNetwork(options: CommandNetworkOptions): CommandNetwork {
  const { isAttended, approve = denyAll, grants = createSessionGrants(), logger } = options
  let { config } = options
  const chosen = createBoundedMap<NetworkMode>()
  const allowed = new Set<string>()
  /** The newest run of each conversation, whose events show questions. */
  const runs = createBoundedMap<RunContext>()
  const ofCommands = new WeakMap<CommandOwner, Set<string>>()
  const questions = createSharedQuestions<string | undefined>()

  function modeOf(owner: CommandOwner | undefined): NetworkMode {
    const { sandbox_network: configured } = config.terminal
    const usual = configured === 'auto' ? (isAttended ? 'on' : 'off') : configured
    return (owner && chosen.get(owner.conversation)) ?? usual
  }

  async function isAllowed(host: string, owner: CommandOwner | undefined): Promise<boolean> {
    if (allowed.has(host) || isListed(host, config.terminal.sandbox_hosts)) return true
    if (!owner) return false
    return ofCommands.get(owner)?.has(host) || (await grants.cover(owner.conversation, [host]))
  }

  /** Asks about a host. Resolves to the reason of a refusal; `undefined` if it is allowed. */
  async function ask(host: string, owner: CommandOwner, signal: AbortSignal): Promise<string | undefined> {
    const { conversation, command } = owner
    const run = runs.get(conversation)
    const scope = `connections to ${host}`
    const answer = await approve(
      {
        sessionId: conversation,
        tool: 'network',
        args: { host },
        subject: command,
        reasons: [connectionReason(host)],
        sessionScope: scope,
      },
      { signal, ...(run && { run }) },
    )
    if (answer.decision === 'always') allowed.add(host)
    if (answer.decision === 'session') await grants.add(conversation, { text: scope, keys: [host], subject: command })
    if (answer.decision === 'once') ofCommands.set(owner, new Set([...(ofCommands.get(owner) ?? []), host]))
    if (answer.decision !== 'deny') return undefined
    if ('unanswered' in answer) return unanswered[answer.unanswered]
    return `the user did not allow it${answer.reason ? `: ${answer.reason}` : ''}`
  }

  async function admit(target: EgressTarget, owner: CommandOwner | undefined, signal: AbortSignal): Promise<Admission> {
    if (modeOf(owner) !== 'list') return refusal(target.host, 'the network of commands is off')
    // Only a list needs the address rules, which belong to a feature that may be off.
    const { judgeTarget, resolveTarget } = await import('./resolve-target.js')
    const policy = webPolicy(config.security)
    // The owner of the agent may list machines in the private network.
    const listedPolicy = { ...policy, allowsPrivate: true }
    const named = judgeTarget(target, listedPolicy)
    if ('refused' in named) return refusal(target.host, `it is ${named.refused}`)
    const { host } = named
    const isOwn = isListed(host, config.terminal.sandbox_hosts)
    const judged = judgeTarget(target, isOwn ? listedPolicy : policy)
    if ('refused' in judged) return refusal(host, `it is ${judged.refused}`)
    if (!(await isAllowed(host, owner))) {
      const reason = owner
        ? await questions.ask(`${owner.conversation} ${host}`, (shared) => ask(host, owner, shared), signal)
        : unanswered.unattended
      if (reason !== undefined) return refusal(host, reason)
    }
    const resolved = await resolveTarget(host, isOwn ? listedPolicy : policy)
    if ('refused' in resolved) return refusal(host, resolved.refused)
    logger.log('info', 'A command connects to another machine.', { host, port: target.port })
    return resolved
  }

  function refusal(host: string, reason: string): Admission {
    logger.log('info', 'A connection of a command was refused.', { host, reason })
    return { refused: `No connection to ${host}: ${reason}. Do not try another way to reach it.` }
  }

  return {
    use(changed) {
      config = changed
    },
    watch: (gate, mode) => ({
      review(request, context) {
        const conversation = request.run?.rootSessionId ?? request.sessionId
        chosen.set(conversation, mode)
        runs.set(conversation, request.run)
        return gate.review(request, context)
      },
    }),
    accessOf: (owner) => accesses[modeOf(owner)],
    admit,
  }
}
