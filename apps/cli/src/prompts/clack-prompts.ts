import { autocomplete, isCancel, log, multiselect, type Option, password, select, text } from '@clack/prompts'
import { fuzzyScore } from '../chat/input/fuzzy-match.js'
import type { Io } from '../io.js'
import { oneLine, safeText } from '../render/text/safe-text.js'
import type { PromptOption, Prompts, Reply } from './prompts.js'
import { SizedOutput } from './sized-output.js'

/** Maximum number of list rows that are shown at a time. */
const mostRows = 10

/** Creates questions on the terminal of a command, on stderr, in the language of its user. Every text is made safe for the terminal. */
export function clackPrompts({ stdin, stderr, t }: Pick<Io, 'stdin' | 'stderr' | 't'>): Prompts & Disposable {
  const output = new SizedOutput(stderr)
  const said = (text: string) => oneLine(t.of(text))
  const problem = (found: string | undefined) => found && said(found)
  /** Asks one question. The library has the same reply for Escape and Ctrl+C. */
  async function ask<Value>(open: (common: Common) => Promise<Value | symbol>): Promise<Reply<Value>> {
    const gone = new AbortController()
    let isInterrupted = false
    const onKey = (_: string | undefined, key?: { readonly name?: string; readonly ctrl?: boolean }) => {
      if (key?.ctrl && (key.name === 'c' || key.name === 'd')) isInterrupted = true
      if (key?.ctrl && key.name === 'd') gone.abort()
    }
    const onEnd = () => gone.abort()
    stdin.on('keypress', onKey)
    stdin.once('end', onEnd)
    try {
      const value = await open({ input: stdin, output, signal: gone.signal })
      if (typeof value !== 'symbol') return { type: 'answer', value }
      if (!isCancel(value)) return { type: 'leave' }
      return { type: isInterrupted || gone.signal.aborted ? 'leave' : 'back' }
    } finally {
      stdin.off('keypress', onKey)
      stdin.off('end', onEnd)
    }
  }

  return {
    choose: async ({ question, options, initial }) =>
      optionAt(
        options,
        await ask<number>((common) =>
          select({
            ...common,
            message: said(question),
            options: numbered(options, said),
            initialValue: Math.max(
              0,
              options.findIndex(({ value }) => value === initial),
            ),
            maxItems: mostRows,
          }),
        ),
      ),
    async search({ question, options, typed }) {
      let shown: readonly PromptOption<ListedId>[] = []
      const reply = await ask<ListedId>((common) =>
        autocomplete<ListedId>({
          ...common,
          message: said(question),
          options() {
            shown = matching(this.userInput, options, typed)
            return shown.map(({ value, label, hint }) => ({
              value,
              label: said(label),
              ...(hint !== undefined && { hint: said(hint) }),
            }))
          },
          // The list is already filtered above.
          filter: () => true,
          maxItems: mostRows,
        }),
      )
      if (reply.type !== 'answer') return reply
      return chosenOf(reply.value, options, typed)
    },
    async chooseMany({ question, options, selected }) {
      const reply = await ask<number[]>((common) =>
        multiselect({
          ...common,
          message: said(question),
          options: numbered(options, said),
          initialValues: options.flatMap(({ value }, index) => (selected.includes(value) ? [index] : [])),
          required: false,
          maxItems: mostRows,
        }),
      )
      if (reply.type !== 'answer') return reply
      return {
        type: 'answer',
        value: options.filter((_, index) => reply.value.includes(index)).map(({ value }) => value),
      }
    },
    text: ({ question, initial, placeholder, problemOf }) =>
      ask((common) =>
        text({
          ...common,
          message: said(question),
          ...(initial !== undefined && { initialValue: initial }),
          ...(placeholder !== undefined && { placeholder }),
          validate: (value = '') => problem(problemOf?.(value.trim())),
        }).then((value) => (typeof value === 'string' ? value.trim() : value)),
      ),
    secret: ({ question, problemOf }) =>
      ask((common) =>
        password({
          ...common,
          message: said(question),
          validate: (value = '') => problem(problemOf?.(value.trim())),
        }).then((value) => (typeof value === 'string' ? value.trim() : (value ?? ''))),
      ),
    say(kind, sentence) {
      const options = { output }
      const shown = safeText(t.of(sentence))
      if (kind === 'success') log.success(shown, options)
      else if (kind === 'warning') log.warn(shown, options)
      else if (kind === 'error') log.error(shown, options)
      else log.info(shown, options)
    },
    [Symbol.dispose]: () => output[Symbol.dispose](),
  }
}

interface Common {
  readonly input: Io['stdin']
  readonly output: SizedOutput
  readonly signal: AbortSignal
}

/** Replaces values with numbers, because the library compares values and a list may contain objects. */
function numbered<Value>(options: readonly PromptOption<Value>[], said: (text: string) => string): Option<number>[] {
  return options.map(({ label, hint }, value) => ({
    value,
    label: said(label),
    ...(hint !== undefined && { hint: said(hint) }),
  }))
}

function optionAt<Value>(options: readonly PromptOption<Value>[], reply: Reply<number>): Reply<Value> {
  if (reply.type !== 'answer') return reply
  const chosen = options[reply.value]
  return chosen ? { type: 'answer', value: chosen.value } : { type: 'back' }
}

/**
 * The query with the position of an option, or with `typed`. The query is included because the library keeps the focus on a value: another
 * query then moves the focus to the best match.
 */
type ListedId = `${string}\n${string}`

function matching<Value>(
  input: string,
  options: readonly PromptOption<Value>[],
  typed?: (text: string) => PromptOption<Value>,
): readonly PromptOption<ListedId>[] {
  const query = input.trim()
  const found = options.flatMap((option, index) => {
    const score = query === '' ? 0 : fuzzyScore(query, option.label)
    return score === undefined ? [] : [{ ...option, value: `${query}\n${index}` as const, score }]
  })
  const ranked = query === '' ? found : found.toSorted((left, right) => right.score - left.score)
  if (!typed || query === '' || found.some(({ label }) => label === query)) return ranked
  return [...ranked, { ...typed(query), value: `${query}\ntyped` }]
}

function chosenOf<Value>(
  id: ListedId,
  options: readonly PromptOption<Value>[],
  typed?: (text: string) => PromptOption<Value>,
): Reply<Value> {
  const [query = '', place = ''] = id.split('\n')
  const chosen = place === 'typed' ? typed?.(query) : options[Number(place)]
  return chosen ? { type: 'answer', value: chosen.value } : { type: 'back' }
}
