import { type Conversations, createConversations, type Sender } from '@hermes/conversations'
import type { CommandTable, ShadowedCommand } from '@hermes/conversations/commands'
import { describeError } from '@hermes/core'
import type { Question } from '@hermes/core/questions'
import { canAllowForGood, type OpenOptions, type Runtime, type RuntimeHost } from '@hermes/runtime'
import type { CommandContext } from '../../arguments/command-spec.js'
import { configChangeLine } from '../../render/outcomes/config-change-line.js'
import { acceptWakes } from '../../wakes/accept-wakes.js'
import { localServices, offeredModels } from './chat-services.js'
import { createLocalCommands } from './local-commands.js'

export interface WorkspaceOptions extends Omit<OpenOptions, 'surface' | 'endsHost'> {
  /** Surface as stored with sessions. */
  readonly source: string
  /** Whether a person watches the commands, which determines their network access. Default: true. */
  readonly isAttended?: boolean
  /** Whether questions can be answered with `/approve` and `/deny`. Default: false. */
  readonly hasAnswers?: boolean
  /** Clears the screen of a terminal. Default: there is no screen. */
  readonly clearScreen?: () => void
  /** User whose turns background processes may start. Default: none, because a client starts all turns. */
  readonly wakes?: Sender | undefined
  /** Whether sessions are notified when the settings change. Default: false. */
  readonly tellsChanges?: boolean
  readonly filesOf?: OpenOptions['surface']['filesOf']
}

/** A folder with everything that a session shown by another program needs. */
export interface Workspace
  extends AsyncDisposable,
    Pick<Runtime, 'questions' | 'agentFor' | 'describeCall' | 'approvals'> {
  readonly runtime: Runtime
  readonly conversations: Conversations
  readonly commands: CommandTable
  /** Commands hidden by others of the same name. */
  readonly shadowed: readonly ShadowedCommand[]
  readonly services: ReturnType<typeof localServices>
  readonly canAllowForGood: typeof canAllowForGood
  readonly allowForGood: Runtime['approvals']['allowForGood']
  models(): Promise<readonly { readonly model: string; readonly provider: string; readonly detail?: string }[]>
}

/** Opens a folder for a session that another program shows. */
export async function openWorkspace(
  host: RuntimeHost,
  {
    source,
    isAttended = true,
    hasAnswers = false,
    clearScreen,
    filesOf,
    wakes,
    tellsChanges = false,
    ...options
  }: WorkspaceOptions,
  context: CommandContext,
): Promise<Workspace> {
  let conversations: Conversations | undefined
  const tell = (text: string) => {
    for (const conversation of conversations?.live ?? []) conversation.notify({ code: 'told', text })
  }
  const shadowed: ShadowedCommand[] = []
  const surface = { source, isAttended, canRestart: true, namesSessions: true, keepsRunning: true, tell }
  const runtime = await host.open({
    ...options,
    surface: {
      ...surface,
      ...(filesOf && { filesOf }),
      ...(tellsChanges && { onConfigChange: (change) => tell(configChangeLine(change)) }),
    },
  })
  const { store, agentFor, questions, logger, config, approvals, describeCall } = runtime
  for (const warning of runtime.warnings) logger.log('warn', warning)
  const services = localServices({ context, runtime, workingDirectory: options.workingDirectory, source })
  await services.skills?.refresh().catch((error: unknown) => logger.log('warn', describeError(error)))
  const answers = { questions, allowForGood: (question: Question) => approvals.allowForGood(question) }
  const commands = createLocalCommands({
    runtime,
    services: { ...services, ...(hasAnswers && answers), ...(clearScreen && { clearScreen }) },
    onShadowed: (each) => shadowed.push(each),
  })
  conversations = createConversations({
    store,
    agentFor,
    questions,
    commands,
    busyMode: config.display.busy_input_mode,
    services: { logger },
  })
  if (wakes) acceptWakes({ processes: runtime.processes, conversations, sender: wakes })
  return {
    runtime,
    services,
    commands,
    shadowed,
    questions,
    agentFor,
    approvals,
    describeCall,
    conversations,
    canAllowForGood,
    allowForGood: (question) => approvals.allowForGood(question),
    async models() {
      const offers = await offeredModels(context)
      return offers.map(({ model, provider = runtime.model.provider, detail }) => ({
        model,
        provider,
        ...(detail !== undefined && { detail }),
      }))
    },
    [Symbol.asyncDispose]: () => runtime[Symbol.asyncDispose](),
  }
}
