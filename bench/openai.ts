import type OpenAI from 'openai'
import { firstInput, model, noteResult, noteTool, system } from './conversation.ts'

/** Creates OpenAI's own client, in the version installed in this workspace. */
export async function createOpenAI(baseUrl: string): Promise<OpenAI> {
  const { default: Client } = await import('openai')
  return new Client({ baseURL: `${baseUrl}/v1`, apiKey: 'none', maxRetries: 0 })
}

export async function openaiConversation(client: OpenAI, resultLength: number): Promise<void> {
  const runner = client.chat.completions.runTools(
    {
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: firstInput },
      ],
      model,
      stream: true,
      stream_options: { include_usage: true },
      tools: [
        {
          type: 'function',
          function: {
            ...noteTool,
            parse: JSON.parse,
            function: async (args: unknown) => noteResult(args, resultLength),
          },
        },
      ],
    },
    { maxChatCompletions: 1_000_000 },
  )
  await runner.done()
}
