/** Headers for an error that a retry would get again, or after which a retry would repeat all actions. Both OpenAI clients obey them. */
export const noRetry = { 'x-should-retry': 'false' } as const
