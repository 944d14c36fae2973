import { describeError, type Plugin } from '@hermes/core'
import type { DispatchEvent, SideCall } from '@hermes/core/hooks'
import type { ChatActivity } from '@hermes/core/platform'
import type { CreateFeature } from '../../host.js'
import type { Config } from '../../schema/config-schema.js'
import { type ShellHookEvent, shellHookEvents } from '../../schema/features/shell-hooks.js'
import { configuredHooks } from './configured-hooks.js'
import { hookFits } from './hook-fits.js'
import { allowedHooks } from './hook-folders.js'
import { type HookAnswer, runHook } from './run-hook.js'

type Hooks = NonNullable<Plugin['hooks']>

export interface ShellHookSettings {
  readonly hooks: Config['shell_hooks']
  /** The hook folders, each with the hash of the files that were agreed to. */
  readonly folders: Config['hook_folders']
}

/** Creates hooks from the commands in the settings and in hook folders. They run where the commands of the agent run. */
export const createShellHooks: CreateFeature<ShellHookSettings> = async ({ settings, environment, logger, paths }) => {
  const { hooks: ofFolders, changed } = await allowedHooks(paths.home, settings.folders)
  for (const name of changed)
    logger.log('warn', `The hooks of the folder ${name} do not run: it is not there, or its files have changed.`)
  const isHere = environment.id === 'local'
  if (ofFolders.length > 0 && !isHere)
    logger.log('warn', 'Hook folders do not run: their files are on another machine.')
  const all = [...configuredHooks(settings.hooks), ...(isHere ? ofFolders : [])]
  const of = (event: ShellHookEvent) => all.filter((hook) => hook.event === event)

  /**
   * Runs the hooks of an event.
   * @param subject The name of the tool or command.
   */
  async function ask(name: ShellHookEvent, event: object, subject?: string): Promise<readonly HookAnswer[]> {
    const wanted = of(name).filter((hook) => subject === undefined || hookFits(hook, subject))
    const answers: HookAnswer[] = []
    for (const hook of wanted) answers.push(await runHook(hook, { event: name, ...event }, environment))
    return answers
  }

  /** Runs hooks that only observe. One that fails changes nothing. */
  const observe = (name: ShellHookEvent, event: object, tool?: string) =>
    ask(name, event, tool).then(
      () => undefined,
      (error: unknown) => logger.log('warn', `A hook of ${name} failed: ${describeError(error)}`),
    )

  const hooks: Pick<Hooks, ShellHookEvent> = {
    on_session_start: ({ sessionId, source }) => observe('on_session_start', { session_id: sessionId, source }),
    on_session_end: ({ sessionId, reason }) => observe('on_session_end', { session_id: sessionId, reason }),
    async pre_llm_call({ sessionId }) {
      const answers = await ask('pre_llm_call', { session_id: sessionId })
      return answers.flatMap(({ context }) => context ?? []).join('\n\n') || undefined
    },
    post_llm_call: ({ sessionId, outcome }) =>
      observe('post_llm_call', { session_id: sessionId, status: outcome.status, text: outcome.text }),
    on_interim_message: ({ sessionId, text }) => observe('on_interim_message', { session_id: sessionId, text }),
    on_gateway_startup: ({ url, version, networks }) => observe('on_gateway_startup', { url, version, networks }),
    async pre_gateway_dispatch({ source, message }) {
      let text: string | undefined
      // Hooks run one after another, so that each sees the text as the previous one has left it.
      for (const hook of of('pre_gateway_dispatch').filter((each) => hookFits(each, source))) {
        const about = aboutMessage(source, text === undefined ? message : { ...message, text })
        const { dispatch } = await runHook(hook, { event: 'pre_gateway_dispatch' as const, ...about }, environment)
        if (dispatch?.action === 'skip') return dispatch
        if (dispatch?.action === 'rewrite') text = dispatch.text
      }
      return text === undefined ? undefined : { action: 'rewrite', text }
    },
    on_reaction: ({ source, reaction }) => {
      const { messageId, emoji, change } = reaction
      const about = { ...aboutPlace(source, reaction), message_id: messageId, emoji, change }
      return observe('on_reaction', about, source)
    },
    on_room_member_activity: ({ source, member }) =>
      observe('on_room_member_activity', { ...aboutPlace(source, member), change: member.change }, source),
    async pre_command({ sessionId, name, args, surface, source, userId, role }) {
      const about = {
        session_id: sessionId,
        command_name: name,
        arguments: args,
        surface,
        source,
        user_id: userId,
        role,
      }
      const reason = (await ask('pre_command', about, name)).find(({ block }) => block !== undefined)?.block
      return reason === undefined ? undefined : { action: 'block', reason }
    },
    pre_auxiliary_call: (call) => observe('pre_auxiliary_call', aboutSideCall(call)),
    post_auxiliary_call: (call) =>
      observe('post_auxiliary_call', {
        ...aboutSideCall(call),
        status: call.outcome.status,
        duration_ms: call.durationMs,
      }),
    async pre_tool_call({ sessionId, call, args }) {
      const { name } = call.function
      let reason: string | undefined
      let input = args
      // Hooks run one after another, so that each sees the arguments as the previous one has left them.
      for (const hook of of('pre_tool_call').filter((each) => hookFits(each, name))) {
        const about = { event: 'pre_tool_call' as const, session_id: sessionId, tool_name: name, tool_input: input }
        const answer = await runHook(hook, about, environment)
        reason ??= answer.block
        input = answer.input ?? input
      }
      if (reason !== undefined) return { action: 'block', reason }
      return input === args ? undefined : { action: 'change', args: input }
    },
    post_tool_call({ sessionId, call, args, isError }) {
      const { name } = call.function
      const about = { session_id: sessionId, tool_name: name, tool_input: args, is_error: isError }
      return observe('post_tool_call', about, name)
    },
    subagent_stop: ({ sessionId, goal, outcome }) =>
      observe('subagent_stop', { session_id: sessionId, goal, status: outcome.status }),
  }
  const used = shellHookEvents.filter((name) => of(name).length > 0)
  return { name: 'shell-hooks', hooks: Object.fromEntries(used.map((name) => [name, hooks[name]])) }
}

function aboutSideCall({ sessionId, task, provider, request }: SideCall): object {
  return { ...(sessionId !== undefined && { session_id: sessionId }), task, provider, model: request.model }
}

function aboutMessage(source: string, message: DispatchEvent['message']): object {
  const { messageId, isAddressed, text, attachments } = message
  return {
    ...aboutPlace(source, message),
    message_id: messageId,
    is_addressed: isAddressed,
    text,
    attachments: attachments.map(({ kind, name }) => ({ kind, name })),
  }
}

type Place = Pick<ChatActivity, 'chatId' | 'threadId' | 'chatType' | 'sender'>

function aboutPlace(source: string, { chatId, threadId, chatType, sender }: Place): object {
  return {
    source,
    chat_id: chatId,
    ...(threadId !== undefined && { thread_id: threadId }),
    chat_type: chatType,
    sender_id: sender.id,
    ...(sender.name !== undefined && { sender_name: sender.name }),
    is_bot: sender.isBot ?? false,
  }
}
