import type { CommandSpec } from '../../arguments/command-spec.js'

export const questionsCommands: readonly CommandSpec[] = [
  {
    path: 'questions list',
    summary: 'List open questions from agents',
    options: ['json', 'all'],
    examples: ['hermes questions list', 'hermes questions list --json --all'],
    load: async () => (await import('./list.js')).listQuestions,
  },
  {
    path: 'questions show',
    summary: 'Print a question in full',
    parameters: ['<id>'],
    options: ['json'],
    examples: ['hermes questions show 3fa91c'],
    load: async () => (await import('./show.js')).showQuestion,
  },
  {
    path: 'questions answer',
    summary: 'Answer a question: once, session, always, deny, a number or text',
    parameters: ['<id>', '<answer...>'],
    options: ['json'],
    examples: ['hermes questions answer 3fa91c once', 'hermes questions answer 3fa91c deny keep the build'],
    load: async () => (await import('./answer.js')).answerQuestion,
  },
]
