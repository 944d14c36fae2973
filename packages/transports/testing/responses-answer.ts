/** An event of a stream as OpenAI writes it. */
export function event(type: string, fields: object = {}): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: 0, ...fields })}\n\n`
}

export const reasoningItem = {
  id: 'rs_68af4030baa48193b0b43b4c2a176a1a0e6967b0d9ff9e0f',
  type: 'reasoning',
  encrypted_content: 'gAAAAABor0Axk1mA9Oq1',
  summary: [
    { type: 'summary_text', text: '**Überlegen**\n\nWhich file?' },
    { type: 'summary_text', text: '**Reading**' },
  ],
}

export const messageItem = {
  id: 'msg_68af40337e58819392e935fb404414d00e6967b0d9ff9e0f',
  type: 'message',
  status: 'completed',
  role: 'assistant',
  phase: 'commentary',
  content: [{ type: 'output_text', annotations: [], logprobs: [], text: 'Grüße 👋' }],
}

export const callItem = {
  id: 'fc_68af4034e1488193a0b8d0f5a0b1b7c80e6967b0d9ff9e0f',
  type: 'function_call',
  status: 'completed',
  arguments: '{"path":"é.txt"}',
  call_id: 'call_x1YbqBwT7qW4gB6bKfLu3f2a',
  name: 'read_file',
}

export const response = {
  id: 'resp_68af4030592c81938ec0a5fbab4a3e9f05438e46b5f69a3b',
  object: 'response',
  created_at: 1756315696,
  status: 'completed',
  error: null,
  incomplete_details: null,
  model: 'gpt-5.5-2026-04-24',
  output: [reasoningItem, messageItem, callItem],
  usage: {
    input_tokens: 2086,
    input_tokens_details: { cached_tokens: 1920, cache_write_tokens: 128 },
    output_tokens: 300,
    output_tokens_details: { reasoning_tokens: 192 },
    total_tokens: 2386,
  },
}

const begun = { ...response, status: 'in_progress', output: [], usage: null }
const reasoningAt = { item_id: reasoningItem.id, output_index: 0 }
const messageAt = { item_id: messageItem.id, output_index: 1, content_index: 0 }
const callAt = { item_id: callItem.id, output_index: 2 }

/** A whole answer: reasoning in two parts, a message, a call. */
export const recordedEvents: readonly string[] = [
  event('response.created', { response: begun }),
  event('response.in_progress', { response: begun }),
  event('response.output_item.added', { output_index: 0, item: { ...reasoningItem, summary: [] } }),
  event('response.reasoning_summary_part.added', { ...reasoningAt, summary_index: 0, part: { type: 'summary_text' } }),
  event('response.reasoning_summary_text.delta', { ...reasoningAt, summary_index: 0, delta: '**Überlegen**' }),
  event('response.reasoning_summary_text.delta', { ...reasoningAt, summary_index: 0, delta: '\n\nWhich file?' }),
  event('response.reasoning_summary_text.done', { ...reasoningAt, summary_index: 0, text: 'whole' }),
  event('response.reasoning_summary_text.delta', { ...reasoningAt, summary_index: 1, delta: '**Reading**' }),
  event('response.output_item.done', { output_index: 0, item: reasoningItem }),
  event('response.output_item.added', { output_index: 1, item: { ...messageItem, content: [] } }),
  event('response.output_text.delta', { ...messageAt, delta: 'Grüße', obfuscation: 'a8x' }),
  event('response.output_text.delta', { ...messageAt, delta: ' 👋' }),
  event('response.output_text.done', { ...messageAt, text: 'Grüße 👋' }),
  event('response.output_item.done', { output_index: 1, item: messageItem }),
  event('response.output_item.added', { output_index: 2, item: { ...callItem, arguments: '' } }),
  event('response.function_call_arguments.delta', { ...callAt, delta: '{"path":' }),
  event('response.function_call_arguments.delta', { ...callAt, delta: '"é.txt"}' }),
  event('response.function_call_arguments.done', { ...callAt, arguments: callItem.arguments }),
  event('response.output_item.done', { output_index: 2, item: callItem }),
  event('response.completed', { response }),
]

/** What it amounts to. */
export const recordedMessage = {
  role: 'assistant',
  content: 'Grüße 👋',
  reasoning: '**Überlegen**\n\nWhich file?\n\n**Reading**',
  tool_calls: [
    { id: callItem.call_id, type: 'function', function: { name: 'read_file', arguments: callItem.arguments } },
  ],
}
