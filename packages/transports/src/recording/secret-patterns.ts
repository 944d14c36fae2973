/** What stands in place of a secret. */
export const placeholder = '[REDACTED]'

/**
 * What keys look like, whoever's they are. Each pattern matches the secret alone, and begins where no longer word could
 * have begun, so that a search takes time in proportion to the text.
 */
export const secretPatterns: readonly RegExp[] = [
  // OpenAI, Anthropic, OpenRouter, DeepSeek, Stripe and many others.
  /(?<![\w-])[sr]k[-_][\w-]{16,}/g,
  // Google.
  /(?<![\w-])AIza[\w-]{30,}/g,
  /(?<![\w-])ya29\.[\w-]{20,}/g,
  // GitHub, GitLab, npm, Hugging Face, Groq, xAI, Replicate, Perplexity, Tavily, NVIDIA, Telegram and Slack.
  /(?<![\w-])(?:gh[opsru]_|github_pat_|glpat-|npm_|hf_|gsk_|xai-|r8_|pplx-|tvly-|nvapi-)[\w-]{16,}/g,
  /(?<![\w-])\d{8,12}:AA[\w-]{30,}/g,
  /(?<![\w-])xox[abeoprs]-[\w-]{10,}/g,
  // Amazon.
  /(?<![\w-])(?:AKIA|ASIA|ABSK)[A-Z0-9]{16,}/g,
  // JSON web tokens.
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  // Whatever stands where a secret stands: a header, an assignment, an address.
  /(?<=\b[Bb]earer )[\w.~+/=-]{12,}/g,
  /(?<=[A-Z]_(?:KEY|TOKEN|SECRET|PASSWORD)\s?=\s?["']?)[^\s"'[]{8,}/g,
  /(?<=:\/\/[^\s:@/]{1,64}:)[^\s:@/]{3,256}(?=@)/g,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\w+/=\s\\]*(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
]
