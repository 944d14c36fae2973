/** What every contender says, offers and answers: the same bytes, as far as its wire form allows. */

export const model = 'bench'
export const system = 'You are a careful assistant. Use the tools that you have, then answer.'
/** The server reads from the newest message how far a conversation is. */
export const firstInput = 'Take the notes, one by one. turn:0'

/** Comes only after the last tool call: whoever has it has sent all results. */
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

/** The tool's result: about `length` characters. */
export function noteResult(args: unknown, length: number): string {
  const turn = typeof args === 'object' && args !== null && 'turn' in args ? Number(args.turn) : Number.NaN
  return `${'Noted, and filed with the others. '.repeat(Math.ceil(length / 34)).slice(0, length)} turn:${turn}`
}
