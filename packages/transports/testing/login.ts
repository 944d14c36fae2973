import type { FakeAuthorization } from '@hermes/testkit'
import { authServices, type LoginContext, type LoginPrompter } from '../src/auth/index.js'

/** Creates a prompter that records what it shows, and calls `onPage` with a page. */
export function watchingPrompter(onPage: (page: string) => unknown = () => undefined) {
  const shown: { page: string; code?: string }[] = []
  const prompter: LoginPrompter = {
    async showCode({ page, code }) {
      shown.push({ page, code })
    },
    async showPage({ page }) {
      shown.push({ page })
      await onPage(page)
    },
  }
  return { prompter, shown }
}

export function loginContext(server: FakeAuthorization, more: Partial<LoginContext> = {}): LoginContext {
  return {
    issuer: server.issuer,
    prompter: watchingPrompter().prompter,
    signal: new AbortController().signal,
    services: authServices(),
    ...more,
  }
}

/** A browser that follows one redirect, as the user's own would. */
export async function browse(page: string): Promise<void> {
  await fetch(page)
}
