import type { BenchReport } from './report';
export function chartOf(_report: BenchReport): string {
  return '';
}
