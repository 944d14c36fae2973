import { createHash } from 'node:crypto'
import type { QuestionDesk } from '@hermes/core/questions'
import type { ServerRequests } from '@hermes/mcp'
import { isRecord } from '@hermes/safety'

type Elicit = NonNullable<ServerRequests['elicit']>
type Answer = Awaited<ReturnType<Elicit>>
type Origin = Parameters<Elicit>[1]

const timeoutMs = 3_600_000
const skip = 'Leave it out'
const decline = 'Give no answer'
const opened = 'I have opened it'

/** Asks for the fields of a server's form one by one, at the desk for all questions. */
export function askUser(questions: QuestionDesk): Elicit {
  async function ask(text: string, choices: readonly string[], origin: Origin): Promise<string | undefined> {
    const { server, sessionId, signal, run } = origin
    const shown = `The MCP server "${server}" asks you. Give it no passwords or keys.\n\n${text}`
    const outcome = await questions.ask(
      {
        kind: 'clarification',
        sessionId,
        text: shown,
        reasons: [],
        choices,
        fingerprint: createHash('sha256').update(shown).digest('hex'),
        timeoutMs,
      },
      { signal, ...(run && { run }) },
    )
    return outcome.status === 'answered' && 'text' in outcome.answer ? outcome.answer.text.trim() : undefined
  }

  return async (request, origin) => {
    if (request.mode === 'url') {
      const text = `${request.message}\n\nIt wants you to open this page, which gets to know you:\n${request.url}`
      const answer = await ask(text, [opened, decline], origin)
      return { action: answer === opened ? 'accept' : answer === undefined ? 'cancel' : 'decline' }
    }
    const { properties, required = [] } = request.requestedSchema
    const content: NonNullable<Answer['content']> = {}
    for (const [name, field] of Object.entries(properties)) {
      const isRequired = required.includes(name)
      const found = await askField(name, isRecord(field) ? field : {}, isRequired)
      if (found === undefined) return { action: 'cancel' }
      if (found === decline) return { action: 'decline' }
      if (found !== skip) content[name] = toValue(found, isRecord(field) ? field : {})
    }
    return { action: 'accept', content }

    async function askField(name: string, field: Readonly<Record<string, unknown>>, isRequired: boolean) {
      const label = [field.title ?? name, field.description].filter(Boolean).join(': ')
      const choices = choicesOf(field)
      // Choices also accept free text, so that a list can be left without a choice.
      const leaving = isRequired ? decline : skip
      const answer = await ask(
        `${request.message}\n\n${label}`,
        choices.length > 0 ? [...choices, leaving] : [],
        origin,
      )
      return answer === '' ? leaving : answer
    }
  }
}

function choicesOf({ type, enum: values, oneOf }: Readonly<Record<string, unknown>>): readonly string[] {
  if (type === 'boolean') return ['yes', 'no']
  if (Array.isArray(values)) return values.map(String)
  if (Array.isArray(oneOf)) return oneOf.flatMap((each) => (isRecord(each) ? [String(each.const)] : []))
  return []
}

/** Converts an answer to the type of its field. The server validates it. */
function toValue(text: string, { type }: Readonly<Record<string, unknown>>): string | number | boolean | string[] {
  if (type === 'boolean') return /^(?:y|yes|true|1)$/i.test(text)
  if ((type === 'number' || type === 'integer') && Number.isFinite(Number(text))) return Number(text)
  return type === 'array' ? text.split(',').map((item) => item.trim()) : text
}
