/** Events of the Messages API. */
export function messageEvent(data: { readonly type: string } & Readonly<Record<string, unknown>>): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
}

export function started(usage: object = { input_tokens: 25, output_tokens: 1 }): string {
  const message = {
    id: 'msg_01',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    usage,
  }
  return messageEvent({ type: 'message_start', message })
}

/** One block: how it begins, and its deltas. */
export function block(index: number, start: object, ...deltas: readonly object[]): string {
  return [
    messageEvent({ type: 'content_block_start', index, content_block: start }),
    ...deltas.map((delta) => messageEvent({ type: 'content_block_delta', index, delta })),
    messageEvent({ type: 'content_block_stop', index }),
  ].join('')
}

export function stopped(stopReason: string | null, usage: object = { output_tokens: 15 }, more: object = {}): string {
  const delta = { stop_reason: stopReason, stop_sequence: null, ...more }
  return messageEvent({ type: 'message_delta', delta, usage }) + messageEvent({ type: 'message_stop' })
}

export const thought = { type: 'thinking', thinking: 'Überlegen', signature: 'EqQBCgIYAhIM1gbcDa9GJwZA2b3h' }
export const secondThought = { type: 'thinking', thinking: 'Nochmal', signature: 'ErUBCkYIBRgCIkDf' }
export const redacted = { type: 'redacted_thinking', data: 'EmwKAhgBEgy3va3pzix/LafPsn4a' }

/** An answer that thinks, speaks, thinks again and calls two tools, as it is streamed. */
export const recordedAnswer = [
  started({ input_tokens: 5, cache_read_input_tokens: 90, cache_creation_input_tokens: 7, output_tokens: 1 }),
  messageEvent({ type: 'ping' }),
  block(
    0,
    { type: 'thinking', thinking: '', signature: '' },
    { type: 'thinking_delta', thinking: 'Über' },
    { type: 'thinking_delta', thinking: 'legen' },
    { type: 'signature_delta', signature: thought.signature },
  ),
  block(1, redacted),
  block(2, { type: 'text', text: '' }, { type: 'text_delta', text: 'Grüße ' }, { type: 'text_delta', text: '👋' }),
  block(
    3,
    { type: 'thinking', thinking: '', signature: '' },
    { type: 'thinking_delta', thinking: secondThought.thinking },
    { type: 'signature_delta', signature: secondThought.signature },
  ),
  block(
    4,
    { type: 'tool_use', id: 'toolu_01', name: 'read_file', input: {} },
    { type: 'input_json_delta', partial_json: '' },
    { type: 'input_json_delta', partial_json: '{"path": "é' },
    { type: 'input_json_delta', partial_json: '.txt","n":1.0}' },
  ),
  block(
    5,
    { type: 'tool_use', id: 'toolu_02', name: 'todo', input: {} },
    { type: 'input_json_delta', partial_json: '' },
  ),
  stopped('tool_use', { output_tokens: 89, output_tokens_details: { thinking_tokens: 40 } }),
].join('')
