import type { ModelRequest } from '../../../contracts/model/model-request.js'

/** Returns the request followed by the partial answer and a hint, neither of which is stored. */
export function withTail(request: ModelRequest, said: string, nudge: string): ModelRequest {
  const tail = [
    { role: 'assistant', content: said },
    { role: 'user', content: nudge },
  ] as const
  return { ...request, messages: [...request.messages, ...tail] }
}
