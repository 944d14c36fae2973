/** Headers for an error that a repeated request would get again, or after which it would do everything again. Both clients of OpenAI obey them. */
export const noRetry = { 'x-should-retry': 'false' } as const
