import { describeError, type Environment, type Logger, type Message, type Plugin } from '@hermes/core'
import { inPlugin, type SkillPlugin } from '@hermes/skills'
import { folderVariables } from '../../../plugins/portable/placeholders.js'
import type { PortableEvent, PortableHook } from '../../../plugins/portable/portable-plugin.js'
import { hookFits } from '../../shell-hooks/hook-fits.js'
import { runCommand } from '../../shell-hooks/run-command.js'
import { type PortableAnswer, readAnswer } from './read-answer.js'
import { fromPortableInput, type PortableCall, toPortableCall } from './tool-names.js'

export interface PortableHooksOptions {
  readonly hooks: readonly PortableHook[]
  readonly plugin: SkillPlugin
  readonly environment: Environment
  readonly logger: Logger
}

/** The maximum number of session contexts. Those of sessions that began long ago are dropped, and created again when needed. */
const keptSessions = 500

/** Creates hooks from the commands of a plugin. They run where the commands of the agent run, and follow the rules of the format. */
export function createPortableHooks(options: PortableHooksOptions): NonNullable<Plugin['hooks']> {
  const { hooks, plugin, environment, logger } = options
  const { workingDirectory } = environment
  const variables = { ...folderVariables(plugin), CLAUDE_PROJECT_DIR: workingDirectory }
  const started = new Map<string, Promise<string>>()

  async function ask(
    name: PortableEvent,
    sessionId: string,
    about: object,
    tool = '',
  ): Promise<readonly PortableAnswer[]> {
    const event = { session_id: sessionId, transcript_path: '', cwd: workingDirectory, hook_event_name: name, ...about }
    const wanted = hooks.filter((hook) => hook.event === name && (hook.matcher === '' || hookFits(hook, tool)))
    return Promise.all(wanted.map((hook) => run(hook, event)))
  }

  async function run({ event: name, command, timeout }: PortableHook, event: object): Promise<PortableAnswer> {
    const answer = await runCommand(
      { command: inPlugin(command, plugin), timeout, variables },
      event,
      environment,
    ).then(readAnswer, (error: unknown): PortableAnswer => ({ failure: describeError(error) }))
    if (answer.failure !== undefined)
      logger.log('warn', `A hook of ${name} of the plugin ${plugin.name} failed: ${answer.failure}`)
    return answer
  }

  /** Returns the context of a session, which is the output of its first hooks. */
  function start(sessionId: string, source: 'startup' | 'resume'): Promise<string> {
    const known = started.get(sessionId)
    if (known) return known
    const context = ask('SessionStart', sessionId, { source }).then(contextOf)
    started.set(sessionId, context)
    const [oldest] = started.keys()
    if (started.size > keptSessions && oldest !== undefined) started.delete(oldest)
    return context
  }

  const about = (call: PortableCall, id: string) => ({ ...call, tool_use_id: id })
  const callOf = (name: string, args: Parameters<typeof toPortableCall>[1]) =>
    toPortableCall(name, args, workingDirectory)
  const all: Pick<NonNullable<Plugin['hooks']>, HookName> = {
    on_session_start: async ({ sessionId }) => void (await start(sessionId, 'startup')),
    async on_session_end({ sessionId, reason }) {
      started.delete(sessionId)
      await ask('SessionEnd', sessionId, { reason })
    },
    async pre_llm_call({ sessionId, messages, origins }) {
      const begun = await start(sessionId, 'resume')
      const added = contextOf(await ask('UserPromptSubmit', sessionId, { prompt: lastPrompt(messages) }))
      const text = [begun, added].filter((each) => each !== '').join('\n\n')
      if (text !== '') origins?.add([{ kind: 'skill', name: `plugin ${plugin.name}` }])
      return text || undefined
    },
    async pre_tool_call({ sessionId, call, args }) {
      const portable = callOf(call.function.name, args)
      const answers = await ask('PreToolUse', sessionId, about(portable, call.id), portable.tool_name)
      const reason = answers.find(({ block }) => block !== undefined)?.block
      if (reason !== undefined) return { action: 'block', reason }
      // The hooks ran at the same time with the same input. The last one counts, as in other programs.
      const input = answers.findLast(({ input }) => input !== undefined)?.input
      return input && { action: 'change', args: fromPortableInput(input, portable) }
    },
    async post_tool_call({ sessionId, call, args, result, isError }) {
      const portable = callOf(call.function.name, args)
      const tool_response = { content: textOf(result.content), is_error: isError }
      await ask('PostToolUse', sessionId, { ...about(portable, call.id), tool_response }, portable.tool_name)
    },
    async post_llm_call({ sessionId, outcome }) {
      await ask('Stop', sessionId, { stop_hook_active: false, last_assistant_message: outcome.text })
    },
    async subagent_stop({ sessionId, outcome }) {
      await ask('SubagentStop', sessionId, { stop_hook_active: false, status: outcome.status })
    },
  }
  const used = new Set(hooks.flatMap(({ event }) => hooksOf[event]))
  return Object.fromEntries([...used].map((name) => [name, all[name]]))
}

type HookName = (typeof hooksOf)[PortableEvent][number]

/** The hooks that each event needs. */
const hooksOf = {
  SessionStart: ['on_session_start', 'on_session_end', 'pre_llm_call'],
  SessionEnd: ['on_session_end'],
  UserPromptSubmit: ['pre_llm_call'],
  PreToolUse: ['pre_tool_call'],
  PostToolUse: ['post_tool_call'],
  Stop: ['post_llm_call'],
  SubagentStop: ['subagent_stop'],
} as const satisfies Readonly<Record<PortableEvent, readonly (keyof NonNullable<Plugin['hooks']>)[]>>

function contextOf(answers: readonly PortableAnswer[]): string {
  return answers.flatMap(({ context }) => context ?? []).join('\n\n')
}

function lastPrompt(messages: readonly Message[]): string {
  const last = messages.findLast(({ role }) => role === 'user')
  return last ? textOf(last.content) : ''
}

const mostChars = 100_000

function textOf(content: Message['content']): string {
  const text =
    typeof content === 'string'
      ? content
      : (content ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  return text.slice(0, mostChars).toWellFormed()
}
