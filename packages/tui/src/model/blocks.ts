import { type MessageContent, textOf } from '@hermes/core'
import { describeProcessReports } from '@hermes/safety'
import { endOf } from './end-of.js'
import { settledLength } from './settled-length.js'
import type { Block, DecisionBlock, ToolBlock, ViewState } from './view-state.js'

type NewBlock = Block extends infer Each ? (Each extends Block ? Omit<Each, 'id'> : never) : never

/** Adds a block at the end. */
export function withBlock(state: ViewState, block: NewBlock, id = `b${state.nextId}`): ViewState {
  return { ...state, nextId: state.nextId + 1, blocks: [...state.blocks, { ...block, id }] }
}

/** Adds the message that starts a turn: a notice if nobody has written it. */
export function withInput(state: ViewState, text: string, atMs: number): ViewState {
  const notice = describeProcessReports(text)
  if (notice === undefined) return withBlock(state, { type: 'user', text, atMs })
  return notice.split('\n').reduce((shown, line) => withBlock(shown, { type: 'note', tone: 'info', text: line }), state)
}

/**
 * Adds a block that is not part of the turn. It is placed above the unfinished part of the answer, which would
 * otherwise be split in the middle of a word.
 */
export function withAside(state: ViewState, block: NewBlock, id = `b${state.nextId}`): ViewState {
  const last = state.blocks.at(-1)
  const isOpen = last?.type === 'answer' && last.isDraft
  const place = state.blocks.length - (isOpen ? 1 : 0)
  return { ...state, nextId: state.nextId + 1, blocks: state.blocks.toSpliced(place, 0, { ...block, id }) }
}

/** Adds what the model was told during its turn, in place of the command that said it. */
export function withSteer(state: ViewState, said: string, nowMs: number): ViewState {
  const block = { type: 'user', text: `${said} (into the running turn)`, atMs: nowMs } as const
  const place = state.blocks.findLastIndex(
    (each) => each.type === 'user' && each.isCommand && saysOf(each.text) === said,
  )
  const { id } = state.blocks[place] ?? {}
  return id === undefined ? withAside(state, block) : { ...state, blocks: state.blocks.with(place, { ...block, id }) }
}

/** Returns the text after the name of a command. */
function saysOf(line: string): string {
  return line.replace(/^\/\S*/, '').trim()
}

/** Removes the progress, because no command runs any longer. */
export function withoutProgress({ progress: _, ...state }: ViewState): ViewState {
  return state
}

/** Adds a decision above the call that it is about, once. A stored question does not identify its call. */
export function withDecision(state: ViewState, decided: Pick<DecisionBlock, 'question' | 'decision'>): ViewState {
  const { id, callId, tool, text } = decided.question
  if (state.blocks.some((block) => block.type === 'decision' && block.question.id === id)) return state
  const isAbout = (block: ToolBlock) =>
    callId === undefined ? block.name === tool && text.includes(block.summary) : block.id === callId
  const place = state.blocks.findLastIndex((block) => block.type === 'tool' && isAbout(block))
  const block: DecisionBlock = { type: 'decision', id: `b${state.nextId}`, ...decided }
  const blocks = state.blocks.toSpliced(place === -1 ? state.blocks.length : place, 0, block)
  return { ...state, nextId: state.nextId + 1, blocks }
}

/** Appends to the note with this id, which starts with the first text. */
export function withOutput(state: ViewState, id: string, text: string): ViewState {
  const place = state.blocks.findLastIndex((block) => block.type === 'note' && block.id === id)
  const found = state.blocks[place]
  if (found?.type !== 'note') return withAside(state, { type: 'note', tone: 'info', text: endOf(text) }, id)
  return { ...state, blocks: state.blocks.with(place, { ...found, text: endOf(found.text + text) }) }
}

/** Adds the decision of a person, if there is one. */
export function withSettled(state: ViewState, question: DecisionBlock['question']): ViewState {
  const { decision: choice, reason } = question
  if (choice === undefined) return state
  return withDecision(state, { question, decision: { choice, ...(reason !== undefined && { reason }) } })
}

/** Adds a note. The error that ended a turn is also that of its prompt, and is not repeated. */
export function withNote(state: ViewState, tone: 'info' | 'warning' | 'error', text: string): ViewState {
  const last = state.blocks.at(-1)
  const isSaid = last?.type === 'note' && last.endsTurn && text.startsWith(last.text)
  return isSaid ? state : withAside(state, { type: 'note', tone, text })
}

/** Adds text to the answer. Text that no longer changes becomes a separate block. */
export function withText(state: ViewState, text: string, nowMs: number): ViewState {
  const last = state.blocks.at(-1)
  const isOpen = last?.type === 'answer' && last.isDraft
  const all = isOpen ? last.text + text : text
  const before = isOpen ? { ...state, blocks: state.blocks.slice(0, -1) } : state
  const cut = settledLength(all)
  const atMs = isOpen ? last.atMs : nowMs
  const first = { type: 'answer', isDraft: true, ...(atMs !== undefined && { atMs }) } as const
  if (cut === 0) return withBlock(before, { ...first, text: all })
  // An empty block stays open, so that the next text does not join a settled one.
  const settled = withBlock(before, { ...first, text: all.slice(0, cut) })
  return withBlock(settled, { type: 'answer', text: all.slice(cut), isDraft: true })
}

/** Adds to the reasoning of the model. */
export function withReasoning(state: ViewState, text: string): ViewState {
  const last = state.blocks.at(-1)
  if (last?.type !== 'reasoning' || !last.isDraft) return withBlock(state, { type: 'reasoning', text, isDraft: true })
  return { ...state, blocks: state.blocks.with(-1, { ...last, text: endOf(last.text + text) }) }
}

/** Marks the answer as stored. `content` is shown if none of the answer was. */
export function withStored(state: ViewState, content: string, nowMs: number): ViewState {
  const hasDraft = state.blocks.some((block) => block.type === 'answer' && block.isDraft && block.text.trim() !== '')
  const kept = state.blocks.flatMap((block): readonly Block[] => {
    if (!isDraft(block)) return [block]
    return block.text.trim() === '' ? [] : [{ ...block, isDraft: false }]
  })
  const next = { ...state, blocks: kept }
  if (hasDraft || content.trim() === '') return next
  return withBlock(next, { type: 'answer', text: content, isDraft: false, atMs: nowMs })
}

/** Removes the unfinished answer. */
export function withoutDraft(state: ViewState): ViewState {
  return { ...state, blocks: state.blocks.filter((block) => !isDraft(block)) }
}

function isDraft(block: Block): block is Extract<Block, { readonly isDraft: boolean }> {
  return 'isDraft' in block && block.isDraft
}

export function withTool(state: ViewState, id: string, change: (tool: ToolBlock) => ToolBlock): ViewState {
  const place = state.blocks.findLastIndex((block) => block.type === 'tool' && block.id === id)
  const found = state.blocks[place]
  if (found?.type !== 'tool') return state
  return { ...state, blocks: state.blocks.with(place, change(found)) }
}

/** Returns the text of a person's message, without the attached files. */
export function describeContent(content: MessageContent): string {
  if (typeof content === 'string') return content
  const own = content.filter((part) => part.type === 'text' && !isFile(part.text) && !isOutput(part.text))
  const attached = content.length - own.length
  return attached === 0 ? textOf(own) : `${textOf(own)} [${attached} attached]`
}

/** Whether the text is the output of a person's command, which `!!` adds to the message. */
function isOutput(text: string): boolean {
  return text.startsWith('I ran `') && text.endsWith('</output>')
}

/** Whether the text is a file that the message names as `@path`. */
function isFile(text: string): boolean {
  return text.startsWith('<file path=') && text.endsWith('</file>')
}
