import { describe, expect, it } from 'vitest';
import { highlightSql } from '@/components/sql-highlight';
import { engineStatements } from '@/engine/statements';

describe('highlighted SQL', () => {
  it('loses no character of any statement', async () => {
    for (const { sql } of engineStatements) {
      const lines = await highlightSql(sql);
      const text = lines.map(({ tokens }) => tokens.map((token) => token.text).join('')).join('\n');
      expect(text).toBe(sql);
    }
  });

  it('marks the clause that matters and no other line', async () => {
    const lines = await highlightSql(
      'SELECT id\n  FROM available_units\n LIMIT :quantity\n   FOR UPDATE SKIP LOCKED',
    );
    expect(lines.map(({ isMarked }) => isMarked)).toEqual([false, false, false, true]);
  });

  it('tells placeholders, keywords and comments apart', async () => {
    const [line] = await highlightSql('LIMIT :quantity -- at most');
    expect(
      line?.tokens.filter(({ text }) => text.trim() !== '').map(({ kind, text }) => [kind, text.trim()]),
    ).toEqual([
      ['keyword', 'LIMIT'],
      ['placeholder', ':quantity'],
      ['comment', '-- at most'],
    ]);
  });
});
