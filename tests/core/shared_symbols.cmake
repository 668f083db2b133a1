# cmake -DNM=… -DSET=avx2 -DOBJECTS=a.o|b.o -P: the kernels of an instruction set define no function that
# other objects may take for theirs. Of a template that several objects hold the linker keeps one copy,
# and a processor without that instruction set would run it.
string(REPLACE "|" ";" objects "${OBJECTS}")
set(defined 0)
foreach(object IN LISTS objects)
  execute_process(COMMAND ${NM} --defined-only ${object} OUTPUT_VARIABLE table
                  COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]+" symbols "${table}")
  foreach(symbol IN LISTS symbols)
    # T: of the whole program; W, u: of many objects, one is kept. V: data, the same in all.
    if(symbol MATCHES " [TWu] ")
      math(EXPR defined "${defined} + 1")
      if(NOT symbol MATCHES "${SET}")
        list(APPEND shared "${symbol}")
      endif()
    endif()
  endforeach()
endforeach()
if(shared OR defined EQUAL 0)
  list(JOIN shared "\n  " lines)
  message(FATAL_ERROR "${defined} functions, of which not for ${SET} alone:\n  ${lines}")
endif()
message("${defined} functions for ${SET} alone")
