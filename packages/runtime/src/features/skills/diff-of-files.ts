import type { ChangedFile } from '@hermes/skills'

/** Formats changed files as one unified diff. For files that are not text, only the sizes are shown. */
export async function diffOfFiles(files: readonly ChangedFile[]): Promise<string> {
  const { unifiedDiff } = await import('@hermes/tools')
  return files
    .map(({ path, before, after }) =>
      [before, after].some((bytes) => bytes?.subarray(0, 8_192).includes(0))
        ? `${path}: no text, ${before?.length ?? 0} to ${after?.length ?? 0} bytes`
        : unifiedDiff({ path, before: before?.toString('utf8'), after: after?.toString('utf8') }),
    )
    .join('\n')
}
