/** Returns the completion script for PowerShell 7 and Windows PowerShell 5.1. It omits an empty word, because PowerShell drops empty arguments. */
export function powershellScript(program: string): string {
  return `# Completion of ${program} for PowerShell.
Register-ArgumentCompleter -Native -CommandName '${program}' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements |
        Select-Object -Skip 1 |
        Where-Object { $_.Extent.StartOffset -lt $cursorPosition } |
        ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text } })
    $index = if ($wordToComplete -eq '') { $words.Count } else { $words.Count - 1 }
    $lines = @(& '${program}' __complete $index @words 2>$null)
    if ($lines.Count -eq 0) { return }
    if ($lines[0] -ne 'words') { return [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete) }
    $lines | Select-Object -Skip 1 | Where-Object { $_ } | ForEach-Object {
        $word, $description = $_ -split "\`t", 2
        $text = if ($word -match '[\\s''"$\`;|&(){}<>@,#]') { "'" + $word.Replace("'", "''") + "'" } else { $word }
        $tip = if ($description) { $description } else { $word }
        [System.Management.Automation.CompletionResult]::new($text, $word, 'ParameterValue', $tip)
    }
}
`
}
