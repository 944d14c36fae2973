/** A hint for a family of models, which is recognized by how a part of the model's id starts. The first family that matches counts. */
interface ModelFamily {
  /** How a part of the id starts: `gpt-` matches `gpt-5.2` and `openai/gpt-5.2`. */
  readonly starts: readonly string[]
  readonly hint: string
}

const families: readonly ModelFamily[] = [
  {
    starts: ['gpt-', 'codex', 'o1', 'o3', 'o4', 'chatgpt'],
    hint: 'Do not end your answer with a plan or a promise: call the tools in the same answer, and stop only when the task is done or you need the user.',
  },
  {
    starts: ['gemini', 'gemma'],
    hint: 'Call tools instead of writing code or commands for the user to run. Use absolute paths, and check that a library is there before you use it.',
  },
  {
    starts: ['grok', 'qwen', 'llama', 'mistral', 'deepseek', 'glm', 'kimi', 'minimax'],
    hint: 'Call tools by the interface that you were given, never as text in your answer.',
  },
]

/** Returns the hint for a model; an empty text for a family that needs none. */
export function modelHint(model: string): string {
  const parts = model.toLowerCase().split(/[/:]/)
  const family = families.find(({ starts }) => starts.some((start) => parts.some((part) => part.startsWith(start))))
  return family?.hint ?? ''
}
