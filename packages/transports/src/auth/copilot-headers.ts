import type { ModelRequest } from '@hermes/core'

/** Headers that identify the editor, as Copilot requires. */
export const copilotHeaders: Readonly<Record<string, string>> = {
  'editor-version': 'vscode/1.107.0',
  'editor-plugin-version': 'copilot-chat/0.35.0',
  'copilot-integration-id': 'vscode-chat',
}

/** Returns the headers of one call: whether a user started it, which determines billing, and whether it contains images. */
export function copilotCallHeaders({ messages }: ModelRequest): Readonly<Record<string, string>> {
  const hasPictures = messages.some(
    ({ content }) => Array.isArray(content) && content.some((part) => part.type === 'image_url'),
  )
  return {
    'x-initiator': messages.at(-1)?.role === 'user' ? 'user' : 'agent',
    ...(hasPictures && { 'copilot-vision-request': 'true' }),
  }
}
