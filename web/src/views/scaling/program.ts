// The document's experiment as a program: it draws in the same order from the same generator.
import { comment, literal } from '../../render/python.ts';
import type { View } from '../view.ts';
import { quantities, tableSample, tableWidths, versions } from './scene.ts';
import type { Scene } from './scene.ts';
import { spoken, wordsOf } from './words.ts';

export function program(view: View, { seed }: Scene): string {
  const words = wordsOf(view);
  const { pairs, groups, keys } = tableSample;
  const heads = quantities.map((quantity) => spoken(words, words[quantity]));
  const said = versions.map((version) => spoken(words, words[version]));
  return `${[
    comment(view.words.title),
    'import math',
    '',
    'import torch',
    '',
    `torch.manual_seed(${seed})`,
    comment(words.files.before),
    'for _ in range(3):',
    '    torch.randn(5, 16)',
    '',
    `print("d", ${[heads[0] ?? '', ...heads.slice(1).map((head) => `${head} (${said.join(' / ')})`)].map(literal).join(', ')}, sep=" | ")`,
    `for d in (${tableWidths.join(', ')}):`,
    `    q = torch.randn(${pairs}, d)`,
    `    k = torch.randn(${pairs}, d)`,
    '    dots = (q * k).sum(dim=1)',
    `    left = torch.randn(${groups}, ${keys}, d)`,
    `    right = torch.randn(${groups}, d, ${keys})`,
    '    scores = left @ right',
    '    measured = []',
    '    for s in (scores, scores / math.sqrt(d)):',
    '        a = torch.softmax(s, dim=-1).double()',
    '        log_a = torch.log_softmax(s, dim=-1).double()',
    '        second, third = (a**2).sum(dim=-1), (a**3).sum(dim=-1)',
    '        measured.append((',
    '            a.amax(dim=-1).mean().item(),',
    '            -(a * log_a).sum(dim=-1).mean().item(),',
    '            (second - 2 * third + second**2).clamp(min=0).sqrt().mean().item(),',
    '        ))',
    '    pairs = [f"{u:.2f} / {v:.2f}" for u, v in zip(*measured)]',
    '    print(f"{d:3d}", f"{dots.var().item():.1f}", *pairs, sep=" | ")',
  ].join('\n')}\n`;
}
