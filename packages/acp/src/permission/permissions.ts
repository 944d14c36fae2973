import { RequestError, type ToolCall as ShownCall, type ToolCallContent } from '@agentclientprotocol/sdk/unstable'
import { describeError, type Logger } from '@hermes/core'
import type { Question, QuestionAnswer } from '@hermes/core/questions'
import type { EditorClient } from '../contracts/editor-client.js'
import type { EditorWorkspace } from '../contracts/editor-host.js'
import { changesOf } from '../updates/diff-contents.js'
import { textContents } from '../updates/tool-contents.js'
import { askPerson } from './ask-person.js'
import { permissionOptions, toDecision } from './permission-options.js'

export interface PermissionsOptions {
  readonly client: EditorClient
  readonly workspace: Pick<EditorWorkspace, 'canAllowForGood' | 'allowForGood'> & {
    readonly questions: Pick<EditorWorkspace['questions'], 'answer'>
  }
  /** The folder that relative paths refer to. */
  readonly folder: string
  readonly logger: Logger
}

/**
 * Asks the editor the questions of a conversation. An editor that answers with an error denies. An editor that
 * disconnects does not answer: the desk then takes the default answer, as the session no longer reads events.
 */
export class Permissions {
  readonly #options: PermissionsOptions
  readonly #open = new Map<string, AbortController>()

  constructor(options: PermissionsOptions) {
    this.#options = options
  }

  /** Asks in the background. `call` is the call as the editor shows it, if it belongs to this conversation. */
  ask(question: Question, call: ShownCall | undefined): void {
    const controller = new AbortController()
    this.#open.set(question.id, controller)
    void this.#answer(question, call, controller.signal)
      .catch(async (error: unknown) => {
        if (controller.signal.aborted) return
        this.#report(error)
        if (error instanceof RequestError) await this.#refuse(question, error)
      })
      .catch((error: unknown) => this.#report(error))
      .finally(() => this.#open.delete(question.id))
  }

  /** Withdraws a question that was answered elsewhere or has expired. */
  settle(questionId: string): void {
    this.#open.get(questionId)?.abort()
  }

  /** Stops answering questions. */
  close(): void {
    for (const controller of this.#open.values()) controller.abort()
  }

  async #answer(question: Question, call: ShownCall | undefined, signal: AbortSignal): Promise<void> {
    const { questions } = this.#options.workspace
    const answer = await this.#request(question, call, signal)
    if (answer && !signal.aborted) await questions.answer(question.id, answer, 'editor')
  }

  /**
   * Denies a question that the connected editor failed to ask. Without an answer, the turn would hang until the
   * question expires.
   */
  async #refuse(question: Question, error: RequestError): Promise<void> {
    const reason = `The editor could not ask: ${describeError(error)}`
    const answer: QuestionAnswer = question.kind === 'clarification' ? { text: '' } : { decision: 'deny', reason }
    await this.#options.workspace.questions.answer(question.id, answer, 'editor')
  }

  async #request(
    question: Question,
    call: ShownCall | undefined,
    signal: AbortSignal,
  ): Promise<QuestionAnswer | undefined> {
    const { client, workspace } = this.#options
    if (question.kind === 'clarification') return askPerson(question, call, client, signal)
    const canAllowForGood = workspace.canAllowForGood(question)
    const { outcome } = await client.requestPermission(
      { toolCall: this.#shown(question, call), options: permissionOptions(question, canAllowForGood) },
      signal,
    )
    // Either the turn was canceled, which its own message reports, or a client rejects this way.
    if (outcome.outcome === 'cancelled') return { decision: 'deny' }
    const decision = toDecision(outcome.optionId)
    if (decision.decision === 'always') {
      if (!canAllowForGood) return { decision: 'deny' }
      await workspace.allowForGood(question)
    }
    return decision
  }

  #shown(question: Question, call: ShownCall | undefined) {
    const { diff, reasons, text, tool, id } = question
    const changes = diff === undefined ? undefined : changesOf(diff, this.#options.folder)
    const content: ToolCallContent[] = [
      { type: 'content', content: { type: 'text', text: reasons.join('\n') } },
      ...(changes?.content.length ? changes.content : textContents(text)),
    ]
    // The editor does not know the call of a sub-agent.
    const known = call ?? { toolCallId: `question:${id}`, title: tool ?? 'A call' }
    return { ...known, content, ...(changes?.locations.length && { locations: changes.locations }) }
  }

  #report(error: unknown): void {
    this.#options.logger.log('warn', 'The editor could not ask a question.', { error: describeError(error) })
  }
}
