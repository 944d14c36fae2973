import type {
  ContentBlock,
  PromptResponse,
  SessionConfigOption,
  SessionModeState,
  SessionUpdate,
} from '@agentclientprotocol/sdk/unstable'
import type { ChoiceChanges, Conversation, ConversationEvent, Submission } from '@hermes/conversations'
import { type ApprovalMode, outcomeToMarkdown } from '@hermes/conversations/commands'
import { type AgentEvent, describeError } from '@hermes/core'
import { newestOf } from '@hermes/core/sessions'
import type { EditorClient } from '../contracts/editor-client.js'
import type { AskedModel, EditorHost, EditorWorkspace } from '../contracts/editor-host.js'
import { Permissions } from '../permission/permissions.js'
import { toContent } from '../prompt/to-content.js'
import { toStopReason } from '../prompt/to-stop-reason.js'
import { replay } from '../updates/replay.js'
import { toBlocks } from '../updates/tool-contents.js'
import { TurnView } from '../updates/turn-view.js'
import { commandList } from './command-list.js'
import { changesForModel, configOptions, modelIdOf, offeredModels } from './model-options.js'
import { modeOf, modeState } from './modes.js'
import { PromptEnds } from './prompt-ends.js'

export interface EditorSessionOptions {
  readonly host: EditorHost
  readonly client: EditorClient
  readonly workspace: EditorWorkspace
  readonly conversation: Conversation
  /** Absolute path. */
  readonly workingDirectory: string
}

/** The modes, models and options that an editor receives when it opens a session. */
export interface SessionState {
  readonly modes: SessionModeState
  readonly configOptions: SessionConfigOption[]
  /** The models, for editors that do not support config options. */
  readonly models: {
    readonly currentModelId: string
    readonly availableModels: readonly { readonly modelId: string; readonly name: string }[]
  }
}

/** How long the list of models may take, in milliseconds. Without it, only the current model is offered. */
const modelsLimitMs = 1_500

/** One conversation in one editor: passes prompts to it, and shows its events. */
export class EditorSession implements AsyncDisposable {
  readonly #options: EditorSessionOptions
  readonly #permissions: Permissions
  readonly #ends = new PromptEnds()
  readonly #prompts = new Set<Submission>()
  readonly #closing = new AbortController()
  #view: TurnView
  #models: readonly AskedModel[] = []
  #title: string | null = null
  /** The settings that were last sent to the editor. */
  #lastSent = { mode: '', options: '' }
  /** The first choice, applied with the first prompt, because a conversation without a prompt is not stored. */
  #firstChoice: ChoiceChanges | undefined

  constructor(options: EditorSessionOptions) {
    const { host, client, conversation, workspace, workingDirectory: folder } = options
    this.#options = options
    const { logger } = host
    this.#permissions = new Permissions({ client, workspace, folder, logger })
    this.#view = this.#createView()
    const isNew = !conversation.choice.approvals && workspace.usualMode() === 'manual'
    this.#firstChoice = isNew ? { approvals: 'edits' } : undefined
    void this.#watch()
  }

  get id(): string {
    return this.#options.conversation.id
  }

  /** Runs a prompt after those before it. */
  async prompt(blocks: readonly ContentBlock[], signal: AbortSignal): Promise<PromptResponse> {
    const { conversation, client } = this.#options
    const first = this.#firstChoice
    this.#firstChoice = undefined
    if (first) await conversation.choose(first, client.sender.person)
    const submission = conversation.submit({ content: toContent(blocks), whenBusy: 'queue' }, client.sender)
    this.#ends.expect(submission.id)
    this.#prompts.add(submission)
    const cancel = () => void submission.cancel('The editor canceled the request.')
    signal.addEventListener('abort', cancel)
    // A failure also ends the submission.
    submission.accepted.catch(() => undefined)
    try {
      const end = await submission.ended
      if (end.status === 'turn') await this.#ends.shown(submission.id)
      if (end.status === 'command') await this.#say(outcomeToMarkdown(end.outcome))
      return { stopReason: toStopReason(end) }
    } finally {
      signal.removeEventListener('abort', cancel)
      this.#prompts.delete(submission)
      this.#ends.forget(submission.id)
    }
  }

  /** Interrupts the turn and drops the waiting prompts. */
  cancel(): void {
    const reason = 'The user canceled in the editor.'
    for (const submission of [...this.#prompts].reverse()) void submission.cancel(reason)
    this.#options.conversation.interrupt(reason)
  }

  async choose(changes: ChoiceChanges): Promise<void> {
    const { conversation, client } = this.#options
    const first = this.#firstChoice
    this.#firstChoice = undefined
    await conversation.choose({ ...first, ...changes }, client.sender.person)
  }

  async chooseModel(modelId: string): Promise<void> {
    const { workspace, conversation } = this.#options
    const { model } = await workspace.agentFor(conversation.choice)
    await this.choose(changesForModel(modelId, model))
  }

  async state(): Promise<SessionState> {
    const { workspace, conversation } = this.#options
    this.#models = await workspace.models(AbortSignal.timeout(modelsLimitMs)).catch(() => [])
    const { model } = await workspace.agentFor(conversation.choice)
    const models = offeredModels(model, this.#models)
    const options = configOptions(models, conversation.choice)
    this.#lastSent = { mode: modeOf(this.#approvals), options: JSON.stringify(options) }
    return {
      modes: modeState(this.#approvals),
      configOptions: options,
      models: {
        currentModelId: modelIdOf({ provider: model.provider, model: model.id }),
        availableModels: models.map((offer) => ({ modelId: modelIdOf(offer), name: offer.model })),
      },
    }
  }

  async configOptions(): Promise<SessionConfigOption[]> {
    const { workspace, conversation } = this.#options
    const { model } = await workspace.agentFor(conversation.choice)
    return configOptions(offeredModels(model, this.#models), conversation.choice)
  }

  /** Sends the stored conversation. Resolves when the editor has all of it. */
  async replay(): Promise<void> {
    const { host, workspace, workingDirectory: folder } = this.#options
    const record = await host.store.sessions.get(this.id)
    if (!record) return
    const stored = await host.store.messages.load((await newestOf(host.store, record)).id)
    for (const update of replay(stored, { describeCall: workspace.describeCall, folder })) await this.#send(update)
  }

  /** Sends what follows the answer that opens the session, because the editor does not know its id earlier. */
  async announce(): Promise<void> {
    const { client, workspace } = this.#options
    const { sender } = client
    const availableCommands = commandList(workspace.commands.list(sender.surface, sender.person))
    await this.#send({ sessionUpdate: 'available_commands_update', availableCommands })
    await this.#showTitle()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort()
    this.#permissions.close()
    this.#ends.close()
    const { workspace } = this.#options
    await workspace.conversations[Symbol.asyncDispose]()
    await workspace[Symbol.asyncDispose]()
  }

  get #approvals(): ApprovalMode {
    const { conversation, workspace } = this.#options
    return this.#firstChoice?.approvals ?? conversation.choice.approvals ?? workspace.usualMode()
  }

  /** Shows events until the session is closed or the editor is gone. */
  async #watch(): Promise<void> {
    const { conversation, host } = this.#options
    try {
      const { signal } = this.#closing
      for await (const event of conversation.events({ signal, answers: true })) await this.#show(event)
    } catch (error) {
      if (!this.#closing.signal.aborted) {
        host.logger.log('warn', 'An editor session stopped showing its conversation.', { error: describeError(error) })
      }
    } finally {
      this.#permissions.close()
      this.#ends.close()
    }
  }

  async #show(event: ConversationEvent): Promise<void> {
    switch (event.type) {
      case 'turn-begin':
        this.#view = this.#createView(await this.#window())
        // The editor shows its own prompts.
        if (this.#ends.expects(event.submissionId)) return
        for (const content of toBlocks(event.input ?? null))
          await this.#send({ sessionUpdate: 'user_message_chunk', content })
        return
      case 'agent':
        return this.#showAgentEvent(event.event)
      case 'turn-done':
        await this.#showTitle()
        return this.#ends.end(event.submissionId)
      case 'choice':
        return this.#showChoice()
      case 'lagged':
        // Ends of prompts may be among the missed events.
        return this.#ends.endAll()
      default:
        return
    }
  }

  async #showAgentEvent(event: AgentEvent): Promise<void> {
    for (const update of this.#view.show(event)) await this.#send(update)
    const asking = event.type === 'subagent-event' ? event.event : event
    if (asking.type === 'question-open') {
      this.#permissions.ask(asking.question, this.#view.call(asking.question.callId))
    } else if (asking.type === 'question-settled') this.#permissions.settle(asking.question.id)
  }

  async #showChoice(): Promise<void> {
    const mode = modeOf(this.#approvals)
    if (mode !== this.#lastSent.mode) await this.#send({ sessionUpdate: 'current_mode_update', currentModeId: mode })
    const configOptions = await this.configOptions()
    const options = JSON.stringify(configOptions)
    if (options !== this.#lastSent.options) await this.#send({ sessionUpdate: 'config_option_update', configOptions })
    this.#lastSent = { mode, options }
  }

  async #showTitle(): Promise<void> {
    const record = await this.#options.host.store.sessions.get(this.id)
    const title = record?.title ?? null
    if (title === this.#title) return
    this.#title = title
    await this.#send({ sessionUpdate: 'session_info_update', title })
  }

  async #window(): Promise<number | undefined> {
    const { workspace, conversation } = this.#options
    return (await workspace.agentFor(conversation.choice)).model.contextWindow
  }

  #createView(window?: number): TurnView {
    const { workspace, workingDirectory: folder } = this.#options
    return new TurnView({ describeCall: workspace.describeCall, folder, window })
  }

  #say(text: string): Promise<void> {
    return this.#send({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
  }

  #send(update: SessionUpdate): Promise<void> {
    return this.#options.client.update(update)
  }
}
