import type { AssistantMessage, Message, ToolMessage, UserMessage } from '@hermes/core'

/** One message of each possible shape, with values that stores and wire formats tend to get wrong. */
export const everyShape = {
  'text of a user': user('What is in this folder?'),
  'empty text': user(''),
  'text with line breaks, tabs and spaces at its ends': user('  a\r\n\tb\n '),
  'unicode outside of the first plane': user('naïve 日本語 🪽 👩🏽‍💻 e\u0301 \u200f\ufeff'),
  'text with NUL and other control characters': user('a\u0000b\u0001c\u001b[0m\u007f'),
  'text that begins with a control character': user('\u0001json:["not parts"]'),
  'half of a surrogate pair': user('cut here: \ud83e and \udebd'),
  'text that looks like JSON': user('[{"type":"text","text":"not a part"}]'),
  'text that looks like null': user('null'),
  'text that looks like SQL': user(`'); drop table messages; --`),
  'text and pictures': user([
    { type: 'text', text: 'Which one? "A" or \u0000B' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'low' } },
    { type: 'image_url', image_url: { url: 'https://example.com/b.png' } },
  ]),
  'a file': user([
    { type: 'file', file: { filename: 'räport.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } },
  ]),
  'no parts': user([]),
  'an answer': assistant({ content: 'There are three files.' }),
  'an empty answer': assistant({ content: '' }),
  'an answer with reasoning': assistant({ content: '42', reasoning: 'Six times seven. 🤔 \ud83e' }),
  'empty reasoning': assistant({ content: 'x', reasoning: '' }),
  'parallel tool calls': assistant({
    content: null,
    tool_calls: [
      toolCall('call_1', 'read_file', '{"path":"a.txt"}'),
      toolCall('call_2', 'terminal', '{"cmd": not json'),
    ],
  }),
  'an empty list of tool calls': assistant({ content: 'x', tool_calls: [] }),
  'replay state of a provider': assistant({
    content: 'x',
    provider_data: {
      'openai-responses': { items: [{ id: 'rs_1', encrypted: 'AAAA\u0000' }], number: 1.5, nothing: null, yes: true },
      anthropic: { signature: 'sig\ud83e' },
    },
  }),
  'a tool result': tool({ tool_call_id: 'call_1', name: 'read_file', content: 'three\nlines\nhere' }),
  'a tool result without a name': tool({ tool_call_id: '', content: '' }),
  'a tool result with a picture': tool({
    tool_call_id: 'call_2',
    name: 'screenshot',
    content: [
      { type: 'text', text: 'the page' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
    ],
  }),
} satisfies Readonly<Record<string, Message>>

function user(content: UserMessage['content']): UserMessage {
  return { role: 'user', content }
}

function assistant(fields: Omit<AssistantMessage, 'role'>): AssistantMessage {
  return { role: 'assistant', ...fields }
}

function tool(fields: Omit<ToolMessage, 'role'>): ToolMessage {
  return { role: 'tool', ...fields }
}

function toolCall(id: string, name: string, args: string) {
  return { id, type: 'function', function: { name, arguments: args } } as const
}
