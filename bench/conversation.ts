/** The prompt, tools and inputs of all contenders: the same bytes, as far as the wire format allows. */

export const model = 'bench'
export const system = 'You are a careful assistant. Use the tools that you have, then answer.'
/** The first input. The server reads the progress of a conversation from its newest message. */
export const firstInput = 'Take the notes, one by one. turn:0'

/** The last answer. It only follows the last tool call, so it proves that all results were sent. */
export const lastAnswer = 'Done.'

export const noteTool = {
  name: 'note',
  description: 'Takes a note.',
  parameters: {
    type: 'object' as const,
    properties: { turn: { type: 'integer' as const, description: 'Which note it is.' } },
    required: ['turn'],
  },
}

/** Returns the tool's result, about `length` characters long. */
export function noteResult(args: unknown, length: number): string {
  const turn = typeof args === 'object' && args !== null && 'turn' in args ? Number(args.turn) : Number.NaN
  return `${'Noted, and filed with the others. '.repeat(Math.ceil(length / 34)).slice(0, length)} turn:${turn}`
}
