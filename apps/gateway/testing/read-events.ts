/** One server-sent event. */
export interface ServerEvent {
  readonly id: string | undefined
  readonly event: string
  readonly data: unknown
}

/** Reads the events of a stream until it ends, or until `isLast` returns `true` for one. */
export async function readEvents(
  response: Response,
  isLast: (event: ServerEvent) => boolean = () => false,
): Promise<readonly ServerEvent[]> {
  const events: ServerEvent[] = []
  let rest = ''
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => splitField(line)))
      const data = fields.get('data')
      if (data === undefined) continue
      const event = { id: fields.get('id'), event: fields.get('event') ?? 'message', data: JSON.parse(data) }
      events.push(event)
      if (isLast(event)) return events
    }
  }
  return events
}

function splitField(line: string): [string, string] {
  const at = line.indexOf(': ')
  return [line.slice(0, at), line.slice(at + 2)]
}
