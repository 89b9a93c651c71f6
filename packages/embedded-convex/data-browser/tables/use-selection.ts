import { useCallback, useState } from "react";

/** The selected documents. */
export type Selection = {
  ids: ReadonlySet<string>;
  select: (id: string, isSelected: boolean) => void;
  replace: (ids: Iterable<string>) => void;
};

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const select = useCallback((id: string, isSelected: boolean) => {
    setIds((now) => {
      const next = new Set(now);
      if (isSelected) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const replace = useCallback((next: Iterable<string>) => {
    setIds(new Set(next));
  }, []);
  return { ids, select, replace };
}
