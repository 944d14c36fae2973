import { answerTo, isStreamed, questionOf, sessionOf, type TaskName } from './tasks.js'

/** A message sent by a client, with what the client knows about it. */
export interface Sent {
  readonly task: TaskName
  /**
   * `accepted`: the gateway started to answer with success; `answered`: the answer is complete; `refused`: the gateway accepted nothing.
   */
  state: 'sent' | 'accepted' | 'answered' | 'refused'
  /** The calls that were reported as done. */
  readonly done: string[]
}

export interface ClientOptions {
  readonly url: string
  readonly key: string
  /** Called for each event. */
  readonly onNews: () => void
}

/** Sends one message and records the response. Resolves to `false` when the connection is refused. */
export async function send(sent: Sent, { url, key, onNews }: ClientOptions): Promise<boolean> {
  const { task } = sent
  const stream = isStreamed(task)
  try {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'x-hermes-session-id': sessionOf(task),
      },
      body: JSON.stringify({ model: 'any', stream, messages: [{ role: 'user', content: questionOf(task) }] }),
    })
    sent.state = response.ok ? 'accepted' : 'refused'
    onNews()
    if (!response.ok) return false
    await (stream ? followStream(sent, response, onNews) : readWhole(sent, response))
    onNews()
    return true
  } catch (error) {
    // The connection ended with the gateway.
    if (error instanceof TypeError || (error instanceof Error && error.name === 'SocketError')) return false
    throw error
  }
}

async function readWhole(sent: Sent, response: Response): Promise<void> {
  const { choices }: { choices: { message: { content: string } }[] } = JSON.parse(await response.text())
  expectAnswer(sent, choices[0]?.message.content ?? '')
}

async function followStream(sent: Sent, response: Response, onNews: () => void): Promise<void> {
  let text = ''
  let read = 0
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece
    onNews()
    for (let end = text.indexOf('\n\n', read); end !== -1; end = text.indexOf('\n\n', read)) {
      takeDown(sent, text.slice(read, end))
      read = end + 2
    }
  }
  if (sent.state === 'answered') expectAnswer(sent, saidIn(text))
}

/** Records one event of the stream. */
function takeDown(sent: Sent, event: string): void {
  const data = dataOf(event)
  if (data === '[DONE]') sent.state = 'answered'
  else if (data.includes('"error"')) throw new Error(`The gateway failed at ${sent.task}: ${data}`)
  const progress = data.startsWith('{') ? JSON.parse(data).tool_progress : undefined
  if (progress?.status === 'completed') sent.done.push(progress.id)
}

function saidIn(stream: string): string {
  const events = stream
    .split('\n\n')
    .map(dataOf)
    .filter((data) => data.startsWith('{'))
  return events.map((data) => JSON.parse(data).choices[0]?.delta.content ?? '').join('')
}

function dataOf(event: string): string {
  return /^data: (.*)$/m.exec(event)?.[1] ?? ''
}

function expectAnswer(sent: Sent, text: string): void {
  if (!text.endsWith(answerTo(sent.task))) throw new Error(`${sent.task} was answered with "${text}".`)
  sent.state = 'answered'
}
